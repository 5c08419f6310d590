import { expect, test } from "vitest";
import { fields } from "#server/active-campaign/fields.ts";
import { createOperatorWithActiveCampaign } from "#tests/support/operator/operator-with-active-campaign.ts";

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
