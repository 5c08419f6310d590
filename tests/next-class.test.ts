import { expect, test } from "vitest";
import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { consentField } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { appOver } from "./support/app/app.ts";
import { contextHeaders, postForm, postJson } from "./support/app/posting.ts";
import {
  createOperatorWithActiveCampaign,
  type OperatorWithActiveCampaign,
} from "./support/operator/operator-with-active-campaign.ts";
import { ana, bia, caio, people } from "./support/people.ts";

/** The four ways to sign up: for the class or, after it, for news of the next class; by script, or by a form without script. */
const ways = {
  popup: "aviso-1",
  "popup, next": "aviso-proxima-1",
  "form, next": "aviso-proxima-1",
  "page form, next": "autorizacao-proxima-1",
} as const;
type Way = keyof typeof ways;

const minute = 60_000;
const ofClass = ["black", "new"];
const ofNext = ["next"];

test("people who sign up after the class get the tag of the next class only, on the same list", async () => {
  const operator = await createOperatorWithActiveCampaign();
  await signUp(operator, "popup", ana);
  await signUp(operator, "popup, next", bia);
  await signUp(operator, "form, next", caio);
  const davi = { ...ana, email: "davi@example.com" };
  await signUp(operator, "page form, next", davi);
  await operator.deliver();
  expect(tags(operator, ana, bia, caio, davi)).toEqual([ofClass, ofNext, ofNext, ofNext]);
  expect(operator.fake.contacts.map(({ lists }) => lists)).toEqual(Array(4).fill({ 2: 1 }));
});

test.each([
  [
    ["popup", "popup, next"],
    [...ofClass, ...ofNext],
  ],
  [
    ["popup, next", "popup"],
    [...ofNext, ...ofClass],
  ],
] as const)(
  "who signs up by %j is delivered again, and has the tags of both",
  async (ways, tagsOfBoth) => {
    const operator = await createOperatorWithActiveCampaign();
    for (const way of ways) {
      await signUp(operator, way, ana);
      await operator.deliver();
    }
    expect(tags(operator, ana)).toEqual([tagsOfBoth]);
  },
);

test("whom the operator adds after the class gets the tag of the next one", async () => {
  const operator = await createOperatorWithActiveCampaign();
  await signUp(operator, "popup, next", ana);
  operator.clock.now = editionAt(launch.event, operator.clock.now).end;
  for (const { name, email, whatsapp } of [{ ...ana, name: "Ana Lima Souza" }, bia]) {
    const readLines = () => Promise.resolve([name, email, whatsapp]);
    await operator.run(["add", "--yes"], { readLines });
  }
  await operator.deliver();
  expect(tags(operator, ana, bia)).toEqual([ofNext, ofNext]);
});

test("in one import each person gets the tags of the own sign-up, also when ActiveCampaign asks to send it again later", async () => {
  const operator = await createOperatorWithActiveCampaign();
  const [first, second] = [people(30, "class"), people(30, "next")];
  for (const person of first) await signUp(operator, "popup", person);
  for (const person of second) await signUp(operator, "popup, next", person);
  operator.fake.misbehave({ on: "POST /import/bulk_import", how: "429", next: 1 });
  await deliverAll(operator);
  expect(operator.fake.batches).toHaveLength(1);
  expect(tags(operator, ...first)).toEqual(Array(30).fill(ofClass));
  expect(tags(operator, ...second)).toEqual(Array(30).fill(ofNext));
});

async function signUp(
  { use, clock }: OperatorWithActiveCampaign,
  way: Way,
  person: Lead,
): Promise<void> {
  clock.now += 1_000;
  await use(async (database) => {
    const app = appOver(database, { clock: () => clock.now });
    const wording = ways[way];
    switch (way) {
      case "popup":
      case "popup, next":
        return postJson(app, person, contextHeaders({ surface: "popup", wording }));
      case "form, next":
        return postForm(app, { ...person, surface: "popup", wording });
      case "page form, next":
        return postForm(app, { ...person, surface: "page", [consentField]: wording });
    }
  });
}

async function deliverAll({ deliver, clock }: OperatorWithActiveCampaign): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await deliver();
    clock.now += minute;
  }
}

function tags({ fake }: OperatorWithActiveCampaign, ...wanted: Lead[]): string[][] {
  return wanted.map(({ email }) => fake.contacts.find((one) => one.email === email)?.tags ?? []);
}
