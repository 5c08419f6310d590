import { expect, test } from "vitest";
import { fields } from "#server/active-campaign/fields.ts";
import {
  createOperatorWithActiveCampaign,
  type OperatorWithActiveCampaign,
} from "#tests/support/operator/operator-with-active-campaign.ts";

const perstags = fields.map(({ perstag }) => perstag);
const doctorWarns = /^(?:aviso|falha) {2}Campos: A conta não tem: (.*)\. Os leads/m;

test("fields names what the account lacks, makes it once agreed, and doctor follows", async () => {
  const { run, fake } = await createOperatorWithActiveCampaign("sqlite", {
    fields: [...Array.from({ length: 120 }, (_, n) => `OTHER_${n}`), "BLACK_WORDING"],
  });
  const lacking = perstags.filter((perstag) => perstag !== "BLACK_WORDING");
  const [, warned] = doctorWarns.exec((await run(["doctor"])).out) ?? [];
  expect(warned).toBe(lacking.join(", "));

  const listed = await run(["fields"]);
  expect(listed).toMatchObject({ code: 1, err: expect.stringContaining("fields --create") });
  expect(listed.out).toMatch(/^existe {2}BLACK_WORDING$/m);
  expect(listed.out).toMatch(/^falta {3}BLACK_PASS$/m);

  const prompt = async () => "não";
  expect(await run(["fields", "--create"], { prompt })).toMatchObject({ code: 1 });
  expect(fake.requests.filter(({ method }) => method === "POST")).toEqual([]);

  expect(await run(["fields", "--create", "--yes"])).toMatchObject({ code: 0, err: "" });
  const ours = fake.fields.filter(({ perstag }) => perstag.startsWith("BLACK_"));
  expect(ours.map(({ perstag }) => perstag).toSorted()).toEqual(perstags.toSorted());
  expect(new Set(ours.map(({ lists }) => lists.join()))).toEqual(new Set(["0"]));

  expect(await run(["fields", "--create", "--yes"])).toMatchObject({ code: 0 });
  expect(fake.fields).toHaveLength(120 + perstags.length);
  expect((await run(["doctor"])).out).not.toMatch(doctorWarns);
});

test("an account that answers as expected differs in nothing, and keeps nothing", async () => {
  const { run, fake, actions } = await createOperatorWithActiveCampaign();
  expect(await run(["trial"], { prompt: async () => "não" })).toMatchObject({ code: 1 });
  expect(fake.requests).toEqual([]);
  const { code, out, err } = await run(["trial", "--yes"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const lines = out.trim().split("\n");
  expect(lines).toHaveLength(12);
  expect(lines.filter((line) => !line.startsWith("ok "))).toEqual([]);
  expect(fake.contacts).toEqual([]);
  expect(fake.batches).toEqual([]);
  expect(fake.peakPerSecond()).toBe(1);
  expect(await actions()).toEqual(["trial"]);
});

type Rule = Parameters<OperatorWithActiveCampaign["fake"]["misbehave"]>[0];

const cases: [Rule, different: string, said: RegExp][] = [
  [{ how: "403" }, "GET /users/me", /status 403/],
  [
    { how: "422 about something else", mentioning: '"trial.black-ahsd"', on: "POST /contact/sync" },
    "POST /contact/sync",
    /status 422.*Unprocessable/,
  ],
  [{ how: "2xx without contact.id" }, "POST /contact/sync", /resposta incompleta/],
  [{ how: "finds no contact", next: 1 }, "GET /contacts", /outro conteúdo/],
  [{ how: "409", on: "POST /contactTags" }, "POST /contactTags", /status 409.*Conflict/],
  [{ how: "2xx that isn't JSON", on: "DELETE /contacts/*" }, "DELETE /contacts/N", /não é JSON/],
];

test.each(cases)("with $how the answer that differs is named: %s", async (rule, request, said) => {
  const { run, fake } = await createOperatorWithActiveCampaign();
  fake.misbehave(rule);
  const { code, out, err } = await run(["trial", "--yes"]);
  const different = out.split("\n").filter((line) => line.startsWith("difere "));
  expect(different).toEqual([expect.stringMatching(said)]);
  expect(different[0]).toContain(`difere  ${request}: `);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("espera: 1.") });
  expect(fake.contacts).toEqual([]);
});
