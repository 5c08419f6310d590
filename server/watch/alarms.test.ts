import { expect, test } from "vitest";
import { saveTrouble } from "#server/operator/trouble.ts";
import { recordAction } from "#server/store/action-log.ts";
import type { Count } from "#server/store/counts.ts";
import { endFailing, pauseDeliveries, startFailing } from "#server/store/courier.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import type { Database } from "#server/store/schema.ts";
import { factsAt } from "#tests/support/app/app.ts";
import { ana } from "#tests/support/people.ts";
import { addToCounts } from "#tests/support/store/add-to-counts.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { parkLead } from "#tests/support/watch/troubles.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** An hour after the class has begun; see `eventPlan`. */
const live = Date.parse("2026-11-12T00:00:00Z");
/** Noon on the day before the class. */
const noon = Date.parse("2026-11-10T15:00:00Z");

test.each(engines)(
  "on %s views without a sign-up for ten minutes are a trouble",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await addToCounts(database, seen(live - 11 * minute, 100, 1));
    await addToCounts(database, seen(live - 5 * minute, 19, 0));
    expect(await alarmsAt(live, database)).toEqual([]);
    await addToCounts(database, seen(live - minute, 1, 0));
    expect(await alarmsAt(live, database)).toEqual(["sem-inscricoes"]);
    await addToCounts(database, seen(live, 1, 1));
    expect(await alarmsAt(live + minute, database)).toEqual([]);
  },
);

test.each([
  { before: 1_000, kept: 10, views: 199, found: false },
  { before: 1_000, kept: 10, views: 200, found: true },
  { before: 900, kept: 300, views: 31, found: false },
  { before: 900, kept: 300, views: 32, found: true },
  { before: 0, kept: 0, views: 200, found: true },
  { before: 49, kept: 49, views: 50, found: false },
  { before: 49, kept: 49, views: 51, found: true },
])("after $kept sign-ups of $before views, $views more are a trouble: $found", async (row) => {
  const database = await temporaryDatabase("sqlite");
  await addToCounts(database, seen(noon - 4 * hour, row.before, row.kept));
  await addToCounts(database, seen(noon - 5 * minute, row.views, 0));
  expect(await alarmsAt(noon, database)).toEqual(row.found ? ["sem-inscricoes"] : []);
});

test.each([
  ["a sign-up in the last ten minutes", noon, noon - 9 * minute, false],
  ["a sign-up eleven minutes ago", noon, noon - 11 * minute, true],
  ["7:59", noon - 4 * hour - minute, 0, false],
  ["8:00", noon - 4 * hour, 0, true],
  ["21:59", noon + 10 * hour - minute, 0, true],
  ["22:00", noon + 10 * hour, 0, false],
  ["the day after the class", noon + 2 * day, 0, false],
])("500 views without a sign-up, with the clock at: %s", async (_, now, signedUpAt, found) => {
  const database = await temporaryDatabase("sqlite");
  await addToCounts(database, seen(signedUpAt, 100, 50));
  await addToCounts(database, seen(now - 5 * minute, 500, 0));
  expect(await alarmsAt(now, database)).toEqual(found ? ["sem-inscricoes"] : []);
});

test.each([
  { what: "half of them", sent: 20, errors: 10, found: false },
  { what: "more than half", sent: 20, errors: 11, found: true },
  { what: "too few forms", sent: 19, errors: 19, found: false },
  { what: "after 99 visits", sent: 20, errors: 20, views: 99, found: false },
  { what: "in the page", sent: 20, errors: 20, surface: "page" as const, found: false },
  { what: "at night", sent: 20, errors: 20, at: noon + 10 * hour, found: false },
])("of $sent forms $errors end in an error, $what: $found", async (row) => {
  const { sent, errors, views = 100, surface = "popup", at = noon, found } = row;
  const database = await temporaryDatabase("sqlite");
  // What was counted a day before is no part of the last minutes.
  const old = { minute: at - day, source: "direct", surface } as const;
  await addToCounts(database, [
    { ...old, step: "sent", n: 1_000 },
    { ...old, step: "view", n: views },
    { ...old, minute: at, step: "sent", n: sent },
    { ...old, minute: at, step: "error-shown", n: errors },
  ]);
  expect(await alarmsAt(at, database)).toEqual(found ? ["muitos-erros"] : []);
  expect(await alarmsAt(at + 11 * minute, database)).toEqual([]);
});

const late = "entrega-atrasada";
const outage = "activecampaign-nao-aceita";

test.each(engines)(
  "on %s a lead that waits for five minutes is a trouble, also in an import or a pause",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await pauseDeliveries(database, live);
    await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: live });
    const then = live + 5 * minute;
    expect(await alarmsAt(then, database)).toEqual([]);
    expect(await alarmsAt(then + 1, database)).toEqual([late]);
    await deriveLeads(database, live);
    const queued = { size: 1, sent_at: live, checks: 0, batch: "b", check_at: live + day };
    const adding = database.insertInto("imports").values(queued).returning("id");
    const { id } = await adding.executeTakeFirstOrThrow();
    const imported = { state: "importing", due_at: null, import_id: id } as const;
    await database.updateTable("deliveries").set(imported).execute();
    expect(await alarmsAt(then, database)).toEqual([]);
    expect(await alarmsAt(then + 1, database)).toEqual([late]);
    // Without an account at ActiveCampaign, leads wait on purpose, so there is no alarm.
    const settings = { ACTIVECAMPAIGN_URL: "", ACTIVECAMPAIGN_TOKEN: "" };
    expect(await alarmsAt(then + 1, database, settings)).toEqual([]);
  },
);

test("an account that fails is a trouble at once, and late leads after it belong to it", async () => {
  const database = await temporaryDatabase("sqlite");
  await startFailing(database, { now: live, reason: "status 403", until: live });
  await pauseDeliveries(database, live);
  expect(await alarmsAt(live, database)).toEqual([outage]);
  await saveTrouble(database, { name: outage, began_at: live, over_at: null, told: 1 });
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: live });
  expect(await alarmsAt(live + hour, database)).toEqual([outage]);
  await endFailing(database);
  expect(await alarmsAt(live + hour, database)).toEqual([outage]);
  await database.updateTable("submissions").set({ derived_at: live }).execute();
  expect(await alarmsAt(live + hour, database)).toEqual([]);
});

test("copies are late after an hour without a good one", async () => {
  const database = await temporaryDatabase("sqlite");
  expect(await alarmsAt(live, database)).toEqual([]);
  const last = { at: live, failure: "restic check" };
  await database.updateTable("copies").set(last).execute();
  expect(await alarmsAt(live + hour, database)).toEqual([]);
  expect(await alarmsAt(live + hour + 1, database)).toEqual(["copias-atrasadas"]);
});

test("refused leads that are left are a trouble with a new one", async () => {
  const database = await temporaryDatabase("sqlite");
  await parkLead(database, live);
  expect(await alarmsAt(live, database)).toEqual(["lead-recusado"]);
  await recordAction(database, { at: live + 1, action: "retry leave" });
  expect(await alarmsAt(live + 1, database)).toEqual([]);
  // The same lead was tried again, and refused again.
  await database
    .updateTable("deliveries")
    .set({ updated_at: live + 2 })
    .execute();
  expect(await alarmsAt(live + 2, database)).toEqual(["lead-recusado"]);
});

test("a removal that waits is a trouble until it goes on", async () => {
  const database = await temporaryDatabase("sqlite");
  expect(await alarmsAt(live, database)).toEqual([]);
  await database.updateTable("retention").set({ waits: 1 }).execute();
  expect(await alarmsAt(live, database)).toEqual(["apagamento-parado"]);
});

/** The alarms that the watch and the panel find at this moment. */
async function alarmsAt(now: number, database: Database, settings = {}) {
  const facts = Object.values(await factsAt(now, database, settings)).flat();
  return facts.filter(({ level }) => level === "trouble").map(({ alarm }) => alarm);
}

/** The counts of one minute: views, and sign-ups that were kept. */
function seen(at: number, views: number, kept: number): Count[] {
  const step = { minute: at, source: "direct" } as const;
  return [
    { ...step, step: "view", n: views },
    { ...step, step: "kept", surface: "popup", n: kept, people: kept },
  ];
}
