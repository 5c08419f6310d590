import pino from "pino";
import { expect, test } from "vitest";
import { privacy } from "#content/privacy.ts";
import { dayMs, hourMs, minuteMs } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import { readCampaigns, readCounts } from "#server/figures/figures.ts";
import { newestActions, recordAction } from "#server/store/action-log.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { personOf, readLinkKey } from "#server/store/pass.ts";
import type { Database } from "#server/store/schema.ts";
import { appendSubmissions, releaseHeld, type Submission } from "#server/store/submissions.ts";
import { ana } from "#tests/support/people.ts";
import { addToCounts } from "#tests/support/store/add-to-counts.ts";
import { addTestGroup, placesTaken, press } from "#tests/support/store/groups.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { readConfig } from "./config.ts";
import { countDays, heldDays, readNetworkTime, retentionJob } from "./retention-job.ts";

const now = 1_000 * dayMs;
const heldAt = now - heldDays * dayMs;

test("held sign-ups are removed after thirty days, and not earlier", async () => {
  const database = await temporaryDatabase("sqlite");
  await signUp(database, { email: "old", flag: "honeypot", receivedAt: heldAt - 1 });
  await signUp(database, { email: "young", flag: "honeypot", receivedAt: heldAt });
  await signUp(database, { email: "released", flag: "honeypot", receivedAt: heldAt - 1 });
  await signUp(database, { email: "too-fast", flag: "too-fast", receivedAt: heldAt - 1 });
  await signUp(database, { email: "person", receivedAt: 0 });
  await releaseHeld(database, { email: "released" }, now);
  await deriveLeads(database, now);
  await runRetentionOnce(database, undefined);
  expect(await signedUp(database)).toEqual(["young", "released", "too-fast", "person"]);
  expect(await leads(database)).toEqual(["person", "released", "too-fast"]);
});

test.each(engines)(
  "on %s with RETENTION_DAYS old sign-ups and leads are removed with their deliveries",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const until = now - 365 * dayMs;
    await signUpMany(database, 450, (index) => `old-${index}`, until - 1);
    await signUp(database, { email: "again", receivedAt: until - 1 });
    await signUp(database, { email: "again", receivedAt: until });
    await signUp(database, { email: "young", receivedAt: until });
    await deriveLeads(database, now);
    await addTestGroup(database, 1, 5);
    const key = await readLinkKey(database);
    const [old = "", young = ""] = ["old-1", "young"].map((email) => personOf(key, email));
    for (const person of [old, young]) {
      await press(database, person);
      const entry = { person, at: until - 1, tag_due_at: null };
      await database.insertInto("entries").values(entry).execute();
    }
    await runRetentionOnce(database, 365);
    const codes = (table: "entries" | "group_places") =>
      database.selectFrom(table).select("person").orderBy("person").execute();
    expect(await codes("entries")).toEqual([{ person: young }]);
    expect(await codes("group_places")).toEqual([{ person: young }]);
    expect(await placesTaken(database)).toEqual([2]);
    expect(await signedUp(database)).toEqual(["again", "young"]);
    expect(await leads(database)).toEqual(["again", "young"]);
    const deliveries = await database.selectFrom("deliveries").select("lead_id").execute();
    expect(deliveries).toHaveLength(2);
  },
);

test.each(engines)(
  "on %s counts older than 400 days become sums without a time",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const kind = { step: "kept", source: "direct", people: 1 } as const;
    const oldest = now - countDays * dayMs;
    for (const minute of [oldest - 90 * dayMs, oldest - minuteMs, oldest, now - hourMs])
      await addToCounts(database, [
        { ...kind, minute },
        { ...kind, minute: 0, campaign: "lista" },
      ]);
    // Two servers run retention at once, and then one of them runs retention again.
    await Promise.all([1, 2].map(() => runRetentionOnce(database, undefined)));
    await runRetentionOnce(database, undefined);
    const left = { ...kind, surface: "none", n: 1 };
    expect(await readCounts(database, 1)).toEqual([
      { ...left, minute: 0, n: 2, people: 2 },
      { ...left, minute: oldest },
      { ...left, minute: now - hourMs },
    ]);
    expect(await readCampaigns(database)).toMatchObject([{ campaign: "lista", signUps: 4 }]);
  },
);

test.each([
  { what: "an hour off another's", theirs: now - hourMs, ranAt: now - hourMs, isRemoved: true },
  { what: "an hour and 1 ms off", theirs: now - hourMs - 1, ranAt: now - hourMs, isRemoved: false },
  { what: "an hour and 1 ms off at the first run", theirs: now + hourMs + 1, isRemoved: false },
  { what: "another's, a year later", theirs: now, ranAt: now - 365 * dayMs, isRemoved: true },
  { what: "the only one, at the first run", isRemoved: true },
  { what: "the only one, not two days later", ranAt: now - 2 * dayMs + 1, isRemoved: true },
  { what: "the only one, two days later", ranAt: now - 2 * dayMs, isRemoved: false },
  { what: "the only one, before the last run", ranAt: now + 365 * dayMs, isRemoved: true },
])("with a clock that is $what, old rows are removed: $isRemoved", async (at) => {
  const { theirs, ranAt = null, isRemoved } = at;
  const { run, isThere, told, database } = await openRetention({ ranAt });
  await run(theirs);
  expect(await isThere()).toBe(!isRemoved);
  expect(told()).toBe(Number(!isRemoved));
  const kept = await database.selectFrom("retention").selectAll().execute();
  expect(kept).toEqual([{ ran_at: isRemoved ? now : ranAt, waits: Number(!isRemoved) }]);
});

test.each([
  { what: "a day of running", steps: [dayMs - 1, 1], answers: [], rounds: 2 },
  { what: "an answer", steps: [hourMs], answers: [now], rounds: 1 },
])("a clock that may have jumped counts after $what", async ({ steps, answers, rounds }) => {
  const { run, isThere, told, steady } = await openRetention({ ranAt: now - 2 * dayMs });
  await run();
  for (const [index, step] of steps.entries()) {
    expect(await isThere()).toBe(true);
    steady.now += step;
    await run(answers[index]);
  }
  expect(await isThere()).toBe(false);
  expect(told()).toBe(rounds);
});

test.each([
  ["of its answer", "https://alerts.example/x", { Date: new Date(now).toUTCString() }, now],
  ["missing without a Date", "https://alerts.example/x", {}, undefined],
  ["missing without an answer", "https://alerts.example/x", undefined, undefined],
  [
    "missing on our own machine",
    "http://127.0.0.1:1/x",
    { Date: new Date(now).toUTCString() },
    undefined,
  ],
])("the network's time is %s", async (_, ALERT_URL, headers, time) => {
  const read = readConfig({ ALERT_URL });
  if (read.kind !== "config") throw new Error(read.mistakes.join());
  const ask = async () => {
    if (headers === undefined) throw new TypeError("fetch failed");
    return new Response(null, { headers });
  };
  expect(await readNetworkTime(read.config, ask)).toBe(time);
});

test("the removal of leads that ActiveCampaign never got is an error in the log", async () => {
  const database = await temporaryDatabase("sqlite");
  await signUp(database, { email: "waiting", receivedAt: 0 });
  await deriveLeads(database, now);
  const lines: string[] = [];
  await runRetentionOnce(database, 365, lines);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 50, leads: 1, undelivered: 1 });
});

test("an old sign-up from which no lead was derived yet is not removed", async () => {
  const database = await temporaryDatabase("sqlite");
  await signUp(database, { email: "waiting", receivedAt: 0 });
  await runRetentionOnce(database, 30);
  expect(await signedUp(database)).toEqual(["waiting"]);
});

test("the privacy policy promises the same days for held sign-ups and for counts", () => {
  for (const days of [heldDays, countDays])
    expect(JSON.stringify(privacy)).toContain(`depois de ${days}\u00a0dias`);
});

test.each(engines)("on %s what one run has no time for, the next ones remove", async (engine) => {
  const database = await temporaryDatabase(engine);
  await signUpMany(database, 250, (index) => `many-${index}`, now - 365 * dayMs - 1);
  await deriveLeads(database, now);
  for (const left of [50, 0]) {
    await runRetentionOnce(database, 365, [], AbortSignal.abort());
    expect(await signedUp(database)).toHaveLength(left);
    expect(await leads(database)).toHaveLength(left);
  }
});

test("a lead stays while sign-ups of the person are left", async () => {
  const database = await temporaryDatabase("sqlite");
  await signUpMany(database, 250, () => "often", now - 365 * dayMs - 1);
  await deriveLeads(database, now);
  await runRetentionOnce(database, 365, [], AbortSignal.abort());
  expect(await leads(database)).toEqual(["often"]);
  await runRetentionOnce(database, 365);
  expect(await leads(database)).toEqual([]);
});

test.each(engines)(
  "on %s actions are removed after 400 days, keys of the panel after two",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const [actionsUntil, keysUntil] = [now - 400 * dayMs, now - 2 * dayMs];
    for (const at of [actionsUntil - 1, actionsUntil])
      await recordAction(database, { at, action: "restore" });
    for (const at of [keysUntil - 1, keysUntil])
      await database
        .insertInto("panel_keys")
        .values({
          link_hash: `${at}`,
          session_hash: null,
          may_write: 0,
          made_at: at,
          used_at: null,
        })
        .execute();
    await runRetentionOnce(database, undefined);
    expect(await newestActions(database, 9)).toMatchObject([{ at: actionsUntil }]);
    const keys = await database.selectFrom("panel_keys").select("made_at").execute();
    expect(keys).toEqual([{ made_at: keysUntil }]);
  },
);

/**
 * Retention in a store with one old sign-up. `ranAt` is the time of the last run; each round may get another machine's
 * time.
 */
async function openRetention({ ranAt }: { ranAt: number | null }) {
  const database = await temporaryDatabase("sqlite");
  await signUp(database, { email: "old", flag: "honeypot", receivedAt: heldAt - 1 });
  await database.updateTable("retention").set({ ran_at: ranAt }).execute();
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  const steady = { now: 5_000 };
  let theirs: number | undefined;
  const server = { ...retentionServer(database), log, steadyClock: () => steady.now };
  const job = retentionJob(server, async () => theirs);
  return {
    ...{ database, steady },
    run(answer?: number) {
      theirs = answer;
      return job.run(new AbortController().signal);
    },
    isThere: async () => (await signedUp(database)).includes("old"),
    told: () => lines.filter((line) => line.includes(logLines.clockNotConfirmed)).length,
  };
}

function signUp(database: Database, { email, ...rest }: Partial<Submission> & { email: string }) {
  const lead = { ...ana, email };
  const submission = { lead, surface: "popup", receivedAt: now, ...rest } as const;
  return appendSubmissions(database, [submission]);
}

/** A server that asks no other machine for the time. */
function retentionServer(database: Database, retentionDays?: number) {
  const alerts = { url: undefined, heartbeatUrl: undefined };
  const config = { retentionDays, activeCampaign: undefined, alerts };
  return { database, config, clock: () => now, steadyClock: () => 0, fetch };
}

/** Sign-ups of many people, in one commit. */
function signUpMany(
  database: Database,
  count: number,
  emailOf: (index: number) => string,
  receivedAt: number,
) {
  const all = Array.from({ length: count }, (_, index) => ({ ...ana, email: emailOf(index) }));
  const surface = "popup" as const;
  return appendSubmissions(
    database,
    all.map((lead) => ({ lead, surface, receivedAt })),
  );
}

/** Runs retention at a time that the network confirms; with `stopped`, only one batch of each kind. */
async function runRetentionOnce(
  database: Database,
  retentionDays: number | undefined,
  lines: string[] = [],
  stopped = new AbortController().signal,
): Promise<void> {
  const log = pino({}, { write: (line) => lines.push(line) });
  const server = { ...retentionServer(database, retentionDays), log };
  await retentionJob(server, async () => now).run(stopped);
}

async function signedUp(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("submissions").select("email").orderBy("id").execute();
  return rows.map(({ email }) => email);
}

async function leads(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("leads").select("email").orderBy("email").execute();
  return rows.map(({ email }) => email);
}
