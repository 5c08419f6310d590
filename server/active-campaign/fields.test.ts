import { expect, test } from "vitest";
import { passOf, readLinkKey } from "#server/store/pass.ts";
import { appendSubmissions } from "#server/store/submissions.ts";
import { type Delivering, startDelivering } from "#tests/support/courier/delivering.ts";
import { ana, people } from "#tests/support/people.ts";
import { fields } from "./fields.ts";

const perstags = fields.map(({ perstag }) => perstag);

const first = { utm_source: "instagram", utm_medium: "stories", utm_campaign: "lista" };
const last = { utm_source: "email", utm_medium: "aviso", utm_campaign: "dia-11", utm_content: "b" };

test.each([1, 60])("each of %i leads arrives with all its fields", async (count) => {
  const delivering = await startDelivering("sqlite", { fields: perstags });
  const { fake, database, runFor, clock } = delivering;
  await signUp(delivering, people(count), {
    first: { ...first, utm_content: "a" },
  });
  clock.now += 1_000;
  await signUp(delivering, people(count), { first, last });
  await runFor(120_000);
  const key = await readLinkKey(database);
  expect(fake.contacts).toHaveLength(count);
  for (const contact of fake.contacts) {
    const { BLACK_PASS = "", ...values } = valuesOf(delivering, contact);
    expect(values).toEqual({
      BLACK_UTM_SOURCE: "email",
      BLACK_UTM_MEDIUM: "aviso",
      BLACK_UTM_CAMPAIGN: "dia-11",
      BLACK_UTM_CONTENT: "b",
      BLACK_UTM_SOURCE_FIRST: "instagram",
      BLACK_UTM_MEDIUM_FIRST: "stories",
      BLACK_UTM_CAMPAIGN_FIRST: "lista",
      BLACK_UTM_CONTENT_FIRST: "a",
      BLACK_SIGNED_UP_AT: "2026-11-11 20:00:01",
      BLACK_WORDING: "aviso-1",
    });
    const lead = database.selectFrom("leads").select("person").where("email", "=", contact.email);
    const { person } = await lead.executeTakeFirstOrThrow();
    expect(BLACK_PASS).toBe(passOf(key, person));
  }
});

test.each([
  ["all fields", [], { states: ["delivered"], filled: [] }],
  ["one field", perstags.slice(1), { states: ["delivered"], filled: perstags.slice(1) }],
])("leads arrive although the account lacks %s", async (_, known, { states, filled }) => {
  const delivering = await startDelivering("sqlite", { fields: known });
  for (const count of [60, 1]) {
    await signUp(delivering, people(count, `wave${count}`), {
      first: { ...first, utm_content: "a" },
      last,
    });
    await delivering.runFor(120_000);
  }
  expect(new Set((await delivering.deliveries()).map(({ state }) => state))).toEqual(
    new Set(states),
  );
  expect(delivering.fake.contacts).toHaveLength(61);
  for (const contact of delivering.fake.contacts)
    expect(Object.keys(valuesOf(delivering, contact)).toSorted()).toEqual(filled.toSorted());
});

test.each([1, 60])(
  "a field that was deleted meanwhile holds up none of %i leads",
  async (count) => {
    const delivering = await startDelivering("sqlite", { fields: ["OTHER", ...perstags] });
    const { fake, runFor, deliveries } = delivering;
    await signUp(delivering, people(1, "before"), { last });
    await runFor(60_000);
    fake.fields.splice(1, 1);
    await signUp(delivering, people(count), { last });
    await runFor(120_000);
    await signUp(delivering, people(1, "after"), { last });
    await runFor(60_000);
    expect(fake.contacts).toHaveLength(count + 2);
    const outcomes = (await deliveries()).map(({ last_outcome }) => last_outcome);
    expect(outcomes.filter((outcome) => outcome?.startsWith("delivered"))).toHaveLength(count + 2);
    const after = fake.contacts.find(({ email }) => email.startsWith("after"));
    expect(after && valuesOf(delivering, after)).toHaveProperty("BLACK_PASS");
  },
);

test("values that are refused are left out, and a note says so", async () => {
  const delivering = await startDelivering("sqlite", { fields: perstags });
  const { fake, signUp, runUntilIdle, deliveries } = delivering;
  fake.misbehave({ how: "422 fieldValues" });
  fake.misbehave({ how: "422 phone" });
  await signUp(ana);
  await runUntilIdle();
  expect(fake.contacts).toMatchObject([{ firstName: "Ana", fields: {}, tags: ["black", "new"] }]);
  expect(await deliveries()).toMatchObject([
    { state: "delivered", last_outcome: "delivered: without fieldValues, phone" },
  ]);
});

test("a field that is made is filled within ten minutes, without a restart", async () => {
  const delivering = await startDelivering("sqlite", { fields: [] });
  const { fake, clock, runFor } = delivering;
  await signUp(delivering, people(1, "early"), { last });
  await runFor(60_000);
  fake.fields.push({ id: "1", perstag: "BLACK_PASS", title: "", lists: ["0"] });
  clock.now += 10 * 60_000;
  await signUp(delivering, people(1, "late"), { last });
  await runFor(60_000);
  expect(fake.contacts.map((contact) => Object.keys(valuesOf(delivering, contact)))).toEqual([
    [],
    ["BLACK_PASS"],
  ]);
});

test.each([1, 60])(
  "after a refusal or silence of the list of fields, each of %i leads still has its pass",
  async (count) => {
    const delivering = await startDelivering("sqlite", { fields: perstags, maxAnswerMs: 1_000 });
    const { fake, clock, runFor } = delivering;
    fake.misbehave({ how: "hangs before the work", on: "GET /fields", next: 1 });
    await signUp(delivering, people(count), { last });
    await runFor(180_000);
    clock.now += 10 * 60_000;
    fake.misbehave({ how: "403", on: "GET /fields", next: 1 });
    await signUp(delivering, people(count, "later"), { last });
    await runFor(180_000);
    expect(fake.contacts).toHaveLength(2 * count);
    for (const contact of fake.contacts)
      expect(valuesOf(delivering, contact)).toHaveProperty("BLACK_PASS");
  },
);

/** Stores a sign-up of each of these people. */
async function signUp(
  { database, clock }: Delivering,
  all: readonly Partial<typeof ana>[],
  visits: object,
): Promise<void> {
  const source = JSON.stringify(visits);
  const context = { surface: "popup", wording: "aviso-1", source, receivedAt: clock.now } as const;
  await appendSubmissions(
    database,
    all.map((person) => ({ lead: { ...ana, ...person }, ...context })),
  );
}

/** The values of a contact at the fake ActiveCampaign, by the perstags of the fields. */
function valuesOf(
  { fake }: Delivering,
  { fields }: Delivering["fake"]["contacts"][number],
): Record<string, string> {
  const perstagOf = (id: string) => fake.fields.find((field) => field.id === id)?.perstag ?? id;
  return Object.fromEntries(Object.entries(fields).map(([id, value]) => [perstagOf(id), value]));
}
