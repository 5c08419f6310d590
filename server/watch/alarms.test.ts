import { expect, test } from "vitest";
import { recordAction } from "#server/store/action-log.ts";
import type { Count } from "#server/store/counts.ts";
import { endFailing, pauseDeliveries, startFailing } from "#server/store/courier.ts";
import type { Database } from "#server/store/row-types.ts";
import { ana } from "#tests/support/people.ts";
import { addToCounts } from "#tests/support/store/add-to-counts.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { parkLead } from "#tests/support/watch/troubles.ts";
import { startWatch, watching } from "#tests/support/watch/watching.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** An hour after the class has begun; see `eventPlan`. */
const live = Date.parse("2026-11-12T00:00:00Z");

test.each(engines)(
  "on %s views without a sign-up for ten minutes are a trouble",
  async (engine) => {
    const { database, night, receiver } = await watching(engine);
    await addToCounts(database, seen(live - 11 * minute, 100, 1));
    await addToCounts(database, seen(live - 5 * minute, 19, 0));
    night.setClock(live - night.clock());
    await night.pass(minute);
    expect(receiver.told()).toEqual([]);
    await addToCounts(database, seen(live, 1, 0));
    await night.pass(5_000);
    expect(receiver.told()).toEqual(["began sem-inscricoes"]);
    await addToCounts(database, seen(live + minute, 1, 1));
    await night.pass(minute);
    expect(receiver.told()).toEqual(["began sem-inscricoes", "over sem-inscricoes"]);
  },
);

/** Noon on the day before the class. */
const noon = Date.parse("2026-11-10T15:00:00Z");

test.each([
  { before: 1_000, kept: 10, views: 199, told: [] },
  { before: 1_000, kept: 10, views: 200, told: ["began sem-inscricoes"] },
  { before: 900, kept: 300, views: 31, told: [] },
  { before: 900, kept: 300, views: 32, told: ["began sem-inscricoes"] },
  { before: 0, kept: 0, views: 200, told: ["began sem-inscricoes"] },
  { before: 49, kept: 49, views: 50, told: [] },
  { before: 49, kept: 49, views: 51, told: ["began sem-inscricoes"] },
])(
  "after $kept sign-ups of $before views, $views more tell: $told",
  async ({ before, kept, views, told }) => {
    const { database, night, receiver } = await watching("sqlite");
    night.setClock(noon - night.clock());
    await addToCounts(database, seen(noon - 4 * hour, before, kept));
    await addToCounts(database, seen(noon - 5 * minute, views, 0));
    await night.pass(10_000);
    expect(receiver.told()).toEqual(told);
    await addToCounts(database, seen(noon, 1, 1));
    await night.pass(told.length * minute);
    expect(receiver.told()).toEqual([...told, ...told.map(() => "over sem-inscricoes")]);
  },
);

test.each([
  ["a sign-up in the last ten minutes", noon, noon - 9 * minute, []],
  ["a sign-up eleven minutes ago", noon, noon - 11 * minute, ["began sem-inscricoes"]],
  ["7:59", noon - 4 * hour - minute, 0, []],
  ["8:00", noon - 4 * hour, 0, ["began sem-inscricoes"]],
  ["21:59", noon + 10 * hour - minute, 0, ["began sem-inscricoes"]],
  ["22:00", noon + 10 * hour, 0, []],
  ["the day after the class", noon + 2 * day, 0, []],
])("500 views without a sign-up, with the clock at: %s", async (_, now, signedUpAt, told) => {
  const { database, night, receiver } = await watching("sqlite");
  night.setClock(now - night.clock());
  await addToCounts(database, seen(signedUpAt, 100, 50));
  await addToCounts(database, seen(now - 5 * minute, 500, 0));
  await night.pass(10_000);
  expect(receiver.told()).toEqual(told);
});

test.each([
  { what: "half of them", sent: 20, errors: 10, told: [] },
  { what: "more than half", sent: 20, errors: 11, told: ["began muitos-erros"] },
  { what: "too few forms", sent: 19, errors: 19, told: [] },
  { what: "after 99 visits", sent: 20, errors: 20, views: 99, told: [] },
  { what: "in the page", sent: 20, errors: 20, surface: "page" as const, told: [] },
  { what: "at night", sent: 20, errors: 20, at: noon + 10 * hour, told: [] },
])(
  "of $sent forms $errors end in an error, $what: $told",
  async ({ sent, errors, views = 100, surface = "popup" as const, at = noon, told }) => {
    const { database, night, receiver } = await watching("sqlite");
    night.setClock(at - night.clock());
    // What happened before is no part of the last minutes.
    const old = { minute: at - day, source: "direct", surface } as const;
    await addToCounts(database, [
      { ...old, step: "sent", n: 1_000 },
      { ...old, step: "view", n: views },
    ]);
    await night.pass(minute);
    const now = { ...old, minute: at };
    await addToCounts(database, [
      { ...now, step: "sent", n: sent },
      { ...now, step: "error-shown", n: errors },
    ]);
    await night.pass(10_000);
    expect(receiver.told()).toEqual(told);
    await night.pass(told.length * 10 * minute);
    expect(receiver.told()).toEqual([...told, ...told.map(() => "over muitos-erros")]);
  },
);

test.each(engines)("on %s a lead that waits for five minutes is a trouble", async (engine) => {
  const { database, night, receiver } = await watching(engine);
  await pauseDeliveries(database, night.clock());
  await night.pass(1);
  await signUp(database, night.clock());
  await night.pass(5 * minute);
  expect(receiver.told()).toEqual([]);
  await night.pass(10_000);
  expect(receiver.told()).toEqual(["began entrega-atrasada"]);
});

test("without the settings of ActiveCampaign leads wait on purpose", async () => {
  const { database, night, receiver } = await watching("sqlite", {
    settings: { ACTIVECAMPAIGN_URL: "", ACTIVECAMPAIGN_TOKEN: "" },
  });
  await signUp(database, night.clock());
  await night.pass(7 * minute);
  expect(receiver.told()).toEqual([]);
});

test("late leads after an outage belong to the outage", async () => {
  const { database, night, receiver } = await watching("sqlite");
  const now = night.clock();
  await startFailing(database, { now, reason: "status 503", until: now });
  await signUp(database, now);
  await night.pass(6 * minute);
  await endFailing(database);
  await night.pass(minute);
  expect(receiver.told()).toEqual(["began activecampaign-nao-aceita"]);
  await database.updateTable("submissions").set({ derived_at: now }).execute();
  await night.pass(5_000);
  const over = "over activecampaign-nao-aceita";
  expect(receiver.told()).toEqual(["began activecampaign-nao-aceita", over]);
});

test("copies are late after an hour without a good one", async () => {
  const { database, night, receiver } = await watching("sqlite");
  const note = (values: { at?: number; failure?: string | null }) =>
    database.updateTable("copies").set(values).execute();
  await night.pass(5_000);
  expect(receiver.told()).toEqual([]);
  await note({ at: night.clock() + 5_000 - hour, failure: "restic check" });
  await night.pass(5_000);
  expect(receiver.told()).toEqual([]);
  await night.pass(5_000);
  expect(receiver.told()).toEqual(["began copias-atrasadas"]);
  await note({ at: night.clock(), failure: null });
  await night.pass(5_000);
  expect(receiver.told()).toEqual(["began copias-atrasadas", "over copias-atrasadas"]);
});

test("refused leads that are left are a trouble with a new one", async () => {
  const { database, night, receiver } = await watching("sqlite");
  await parkLead(database, night.clock());
  await night.pass(5_000);
  await recordAction(database, { at: night.clock(), action: "retry leave" });
  await night.pass(5_000);
  const left = ["began lead-recusado", "over lead-recusado"];
  expect(receiver.told()).toEqual(left);
  // The same lead was tried again, and refused again.
  await database.updateTable("deliveries").set({ updated_at: night.clock() }).execute();
  await night.pass(5_000);
  expect(receiver.told()).toEqual([...left, "began lead-recusado"]);
});

test("a removal that waits is a trouble until it goes on", async () => {
  const { database, night, receiver } = await watching("sqlite");
  const found = ["began apagamento-parado", "over apagamento-parado"];
  for (const [index, waits] of [0, 1, 0].entries()) {
    await database.updateTable("retention").set({ waits }).execute();
    await night.pass(minute);
    expect(receiver.told()).toEqual(found.slice(0, index));
  }
});

test("a disk under 10 % is a trouble until it has room; one that cannot be asked is none", async () => {
  const disk = { free: (): number => 0.1 };
  const readDisk = async () => ({ freeBytes: 1e12, freeShare: disk.free() });
  const { night, receiver } = await watching("sqlite", { readDisk });
  const fail = () => {
    throw new Error("no disk");
  };
  await night.pass(minute);
  disk.free = fail;
  await night.pass(minute);
  expect(receiver.told()).toEqual([]);
  disk.free = () => 0.0999;
  await night.pass(5_000);
  disk.free = fail;
  await night.pass(minute);
  expect(receiver.told()).toEqual(["began disco-quase-cheio"]);
  disk.free = () => 0.1;
  await night.pass(5_000);
  expect(receiver.told()).toEqual(["began disco-quase-cheio", "over disco-quase-cheio"]);
});

test("on Postgres this machine's disk is no trouble, and keeps no sign-up out", async () => {
  const readDisk = async () => ({ freeBytes: 1e6, freeShare: 0.01 });
  const settings = { DATABASE_URL: "postgres://db.example/leads" };
  const { night, watch } = await watching("postgres", { readDisk, settings });
  await night.pass(minute);
  expect(watch.troublesHere()).toEqual([]);
});

test("a server without the watch has what it finds itself in its panel alone", async () => {
  const { database, night, receiver, watch } = await watching("sqlite");
  await night.pass(10_000);
  const readDisk = async () => ({ freeBytes: 1e12, freeShare: 0.05 });
  const other = startWatch({ database, night, receiver }, { readDisk });
  await night.pass(minute);
  expect(other.troublesHere().map(({ alarm }) => alarm)).toEqual(["disco-quase-cheio"]);
  expect(watch.troublesHere()).toEqual([]);
  expect(receiver.told()).toEqual([]);
});

/** Views, and sign-ups that were kept, of one minute. */
function seen(at: number, views: number, kept: number): Count[] {
  const step = { minute: at, source: "direct" } as const;
  return [
    { ...step, step: "view", n: views },
    { ...step, step: "kept", surface: "popup", n: kept, people: kept },
  ];
}

async function signUp(database: Database, receivedAt: number): Promise<void> {
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt });
}
