import { expect, test } from "vitest";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { readCampaigns, readMinutes, readSteps, readStepTotals } from "#server/figures/queries.ts";
import { erasePerson, reapplyErasures } from "#server/store/erasure/erasure.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import type { Database } from "#server/store/row-types.ts";
import { releaseHeld } from "#server/store/submissions/held-submissions.ts";
import type { Submission } from "#server/store/submissions/submissions.ts";
import { ana } from "#tests/support/people.ts";
import { addToCounts } from "#tests/support/store/add-to-counts.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";

const first = 400_000 * hourMs;
const second = first + hourMs;
const always = { since: 0, to: 2 * first };
const view = { hour: first, step: "view", source: "instagram", surface: "none", count: 2 } as const;
const kept = { ...view, step: "kept", surface: "popup", count: 1 } as const;

test.each(engines)("on %s counts of the same hour and kind are added up", async (engine) => {
  const database = await temporaryDatabase(engine);
  const minute = { minute: first, views: 3, sign_ups: 2, group_presses: 4 };
  await addToCounts(database, { steps: [view, kept, view], minutes: [minute, minute] });
  await addToCounts(database, {
    steps: [{ ...view, hour: second }, view, { ...kept, new_people: 1 }],
    minutes: [{ ...minute, minute: first + minuteMs }, minute],
  });
  const { hour, ...one } = view;
  expect(await sorted(readSteps(database, { since: first, to: second }))).toEqual([
    { ...one, step: "kept", surface: "popup", count: 2 },
    { ...one, count: 6 },
  ]);
  expect(await sorted(readSteps(database, always))).toMatchObject([{ count: 2 }, { count: 8 }]);
  expect(await sorted(readStepTotals(database))).toMatchObject([
    { step: "kept", count: 2, newPeople: 1 },
    { step: "view", count: 8, newPeople: 0 },
  ]);
  expect(await readMinutes(database, always)).toMatchObject([
    { minute: first, views: 9, signUps: 6, groupPresses: 12, entered: 0 },
    { minute: first + minuteMs, views: 3, signUps: 2 },
  ]);
  expect(await readMinutes(database, { since: 0, to: first })).toEqual([]);
});

test.each(engines)("on %s processes that add in other orders lose nothing", async (engine) => {
  const database = await temporaryDatabase(engine);
  const steps = Array.from({ length: 50 }, (_, index) => ({ ...view, hour: index * hourMs }));
  const addTenTimes = async (order: typeof steps) => {
    for (let time = 0; time < 10; time += 1) await addToCounts(database, { steps: order });
  };
  await Promise.all([steps, steps.toReversed(), steps, steps.toReversed()].map(addTenTimes));
  expect(await readStepTotals(database)).toMatchObject([{ count: 50 * 4 * 10 * 2 }]);
});

test.each(engines)(
  "on %s a kept sign-up counts once, in its hour and minute, by source and form",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const receivedAt = first + 2 * minuteMs + 30_000;
    const source = JSON.stringify({ last: { utm_source: "instagram", utm_term: "canary" } });
    await signUp(database, { receivedAt, source });
    await signUp(database, { receivedAt: receivedAt + hourMs, surface: "page" });
    await signUp(database, { receivedAt, surface: "operator", lead: named("bia") });
    for (let again = 0; again < 3; again += 1) await deriveLeads(database, first + again);
    expect(await sorted(readSteps(database, { since: first, to: second }))).toEqual([
      { step: "kept", count: 1, source: "direct", surface: "none" },
      { step: "kept", count: 1, source: "instagram", surface: "popup" },
    ]);
    expect(await readMinutes(database, always)).toMatchObject([
      { minute: first + 2 * minuteMs, views: 0, signUps: 2 },
      { minute: second + 2 * minuteMs, views: 0, signUps: 1 },
    ]);
    expect(await keptTotals(database)).toEqual({ signUps: 3, newPeople: 2 });
  },
);

const visitOf = (utm_campaign: string, utm_content?: string) =>
  JSON.stringify({ last: { utm_source: "email", utm_campaign, utm_content } });

test.each(engines)(
  "on %s sign-ups count by campaign, until the person is erased",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const receivedAt = first;
    await signUp(database, { receivedAt, source: visitOf("lista", "story 1") });
    await signUp(database, { receivedAt, source: visitOf("lista", "story 1"), lead: named("bia") });
    await signUp(database, { receivedAt, source: visitOf("lista"), lead: named("caio") });
    await signUp(database, { receivedAt, lead: named("davi") });
    await deriveLeads(database, first);
    expect(await readCampaigns(database)).toEqual([
      { campaign: "lista", content: "story 1", signUps: 2 },
      { campaign: "lista", content: "", signUps: 1 },
    ]);
    await erasePerson(database, named("bia").email, second);
    await erasePerson(database, named("caio").email, second);
    expect(await readCampaigns(database)).toEqual([
      { campaign: "lista", content: "story 1", signUps: 1 },
    ]);
  },
);

test("beyond 200 campaigns new ones count together, also once they are erased", async () => {
  const database = await temporaryDatabase("sqlite");
  for (let n = 0; n < 203; n += 1)
    await signUp(database, { receivedAt: first, source: visitOf(`c${n}`), lead: named(`p${n}`) });
  await signUp(database, { receivedAt: first, source: visitOf("c0"), lead: named("again") });
  await deriveLeads(database, first);
  const rows = () => database.selectFrom("campaign_totals").selectAll().execute();
  expect(await rows()).toHaveLength(201);
  expect((await readCampaigns(database)).slice(0, 3)).toEqual([
    { campaign: "*", content: "", signUps: 3 },
    { campaign: "c0", content: "", signUps: 2 },
    { campaign: "c1", content: "", signUps: 1 },
  ]);
  await erasePerson(database, named("p202").email, second);
  expect((await readCampaigns(database))[0]).toMatchObject({ campaign: "*", signUps: 2 });
});

test.each([
  ["black-2026-11-11", "black-2026-11-11"],
  ["[LEADS] Frio | Story 3", "[LEADS] Frio | Story 3"],
  ["ana@example.com", "*"],
  ["ana.example.com", "*"],
  ["ana%40example.com", "*"],
  ["(11) 98765-4321", "*"],
  ["lead 11987654321", "*"],
  ["11 9 8 7 6 5 4 3 2", "*"],
  ["<b>", "*"],
  ["x".repeat(61), "*"],
])("the campaign %j is kept as %j", async (campaign, kept) => {
  const database = await temporaryDatabase("sqlite");
  await signUp(database, { receivedAt: first, source: visitOf(campaign) });
  await signUp(database, { receivedAt: first, source: visitOf("lista", campaign) });
  await deriveLeads(database, first);
  const rows = [
    { campaign: kept, content: "", signUps: 1 },
    { campaign: "lista", content: kept, signUps: 1 },
  ];
  const others = [{ campaign: "*", content: "", signUps: 2 }];
  expect(await readCampaigns(database)).toEqual(kept === "*" ? others : rows);
});

test.each(engines)("on %s a held sign-up counts in its hour once released", async (engine) => {
  const database = await temporaryDatabase(engine);
  await signUp(database, { receivedAt: first, flag: "honeypot" });
  await deriveLeads(database, second);
  expect(await keptTotals(database)).toEqual({ signUps: 0, newPeople: 0 });
  await releaseHeld(database, ana.email, second);
  await deriveLeads(database, second + hourMs);
  expect(await keptTotals(database)).toEqual({ signUps: 1, newPeople: 1 });
  expect(await readMinutes(database, always)).toMatchObject([{ minute: first }]);
});

test.each(engines)("on %s eight processes that derive at once count each once", async (engine) => {
  const database = await temporaryDatabase(engine);
  for (let index = 0; index < 250; index += 1) {
    const lead = named(`ana${index % 50}`);
    const surface = index % 2 ? "page" : "popup";
    await signUp(database, { receivedAt: first + index * minuteMs, lead, surface });
  }
  await Promise.all(Array.from({ length: 8 }, () => deriveLeads(database, first)));
  expect(await keptTotals(database)).toEqual({ signUps: 250, newPeople: 50 });
  const minutes = await readMinutes(database, always);
  expect(minutes.reduce((sum, { signUps }) => sum + signUps, 0)).toBe(250);
});

test.each(engines)("on %s sign-ups whose derivation fails count once, later", async (engine) => {
  const database = await temporaryDatabase(engine);
  await signUp(database, { receivedAt: first });
  await database.schema.alterTable("minute_counts").renameTo("elsewhere").execute();
  await expect(deriveLeads(database, first)).rejects.toThrow("minute_counts");
  await database.schema.alterTable("elsewhere").renameTo("minute_counts").execute();
  expect(await keptTotals(database)).toEqual({ signUps: 0, newPeople: 0 });
  await deriveLeads(database, first);
  expect(await keptTotals(database)).toEqual({ signUps: 1, newPeople: 1 });
});

test.each(engines)("on %s an erased person is in no count any more", async (engine) => {
  const database = await temporaryDatabase(engine);
  await addToCounts(database, { steps: [view] });
  await signUp(database, { lead: named("bia"), receivedAt: first });
  await deriveLeads(database, first);
  const countsOf = async () => [
    await sorted(readSteps(database, always)),
    await sorted(readStepTotals(database)),
    await readMinutes(database, always),
  ];
  const before = await countsOf();
  await signUp(database, { receivedAt: first });
  await signUp(database, { receivedAt: first, surface: "page", flag: "too-fast" });
  await deriveLeads(database, first);
  await signUp(database, { receivedAt: first + 1 });
  await signUp(database, { receivedAt: first, flag: "honeypot" });
  expect(await keptTotals(database)).toEqual({ signUps: 3, newPeople: 2 });
  await erasePerson(database, ana.email, second);
  await deriveLeads(database, second);
  expect((await countsOf()).map((rows) => rows.filter(isAboveZero))).toEqual(before);
});

test.each(engines)("on %s erasing again after a restore counts who came back", async (engine) => {
  const database = await temporaryDatabase(engine);
  await erasePerson(database, ana.email, second);
  // A restored copy brings the sign-up back; the later one came after the erasure.
  await signUp(database, { receivedAt: first });
  await signUp(database, { receivedAt: second + hourMs });
  const { erased_at } = await database
    .selectFrom("erasures")
    .select("erased_at")
    .executeTakeFirstOrThrow();
  await deriveLeads(database, second);
  await database.updateTable("erasures").set({ erased_at }).execute();
  expect(await keptTotals(database)).toEqual({ signUps: 2, newPeople: 1 });
  expect(await reapplyErasures(database)).toBe(1);
  await deriveLeads(database, second + hourMs);
  expect(await keptTotals(database)).toEqual({ signUps: 1, newPeople: 1 });
  expect((await readMinutes(database, always)).filter(isAboveZero)).toMatchObject([
    { minute: second + hourMs, signUps: 1 },
  ]);
});

/** The sign-ups that were kept, and the people who signed up for the first time. */
async function keptTotals(database: Database) {
  const kept = (await readStepTotals(database)).filter(({ step }) => step === "kept");
  const sum = (column: "count" | "newPeople") => kept.reduce((all, row) => all + row[column], 0);
  return { signUps: sum("count"), newPeople: sum("newPeople") };
}

function isAboveZero(row: { count: number } | { signUps: number }): boolean {
  return "count" in row ? row.count > 0 : row.signUps > 0;
}

function signUp(database: Database, special: Partial<Submission>): Promise<void> {
  return appendSubmission(database, { lead: ana, surface: "popup", receivedAt: first, ...special });
}

function named(name: string): typeof ana {
  return { ...ana, name, email: `${name}@example.com` };
}

async function sorted<Row>(rows: Promise<Row[]>): Promise<Row[]> {
  const byText = (one: Row, other: Row) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  return (await rows).toSorted(byText);
}
