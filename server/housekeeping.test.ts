import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { privacy } from "#content/privacy.ts";
import { settleSubmissions } from "#server/storage/bookkeeper.ts";
import { releaseHeld } from "#server/storage/held-submissions.ts";
import { rememberLook } from "#server/storage/last-look.ts";
import { appendSubmissions, type Submission } from "#server/storage/submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { engines, openTemporaryDatabase } from "#tests/support/temporary-database.ts";
import { heldDays, startHousekeeping, tidyUp } from "./housekeeping.ts";

const dayMs = 24 * 60 * 60_000;
const now = 1_000 * dayMs;
const heldAt = now - heldDays * dayMs;

test.each(engines)(
  "on %s what the trap caught goes after thirty days, not a moment before",
  async (engine) => {
    const database = await open(engine);
    await signUp(database, { email: "old", flag: "trap", receivedAt: heldAt - 1 });
    await signUp(database, { email: "young", flag: "trap", receivedAt: heldAt });
    await signUp(database, { email: "released", flag: "trap", receivedAt: heldAt - 1 });
    await signUp(database, { email: "hasty", flag: "haste", receivedAt: heldAt - 1 });
    await signUp(database, { email: "person", receivedAt: 0 });
    await releaseHeld(database, "released", now);
    await settleSubmissions(database, now);
    await tidy(database, undefined);
    expect(await signedUp(database)).toEqual(["young", "released", "hasty", "person"]);
    expect(await leads(database)).toEqual(["hasty", "person", "released"]);
  },
);

test.each(engines)(
  "on %s the rest goes with its delivery when the setting says so",
  async (engine) => {
    const database = await open(engine);
    const until = now - 365 * dayMs;
    for (let index = 0; index < 450; index += 1)
      await signUp(database, { email: `old-${index}`, receivedAt: until - 1 });
    await signUp(database, { email: "again", receivedAt: until - 1 });
    await signUp(database, { email: "again", receivedAt: until });
    await signUp(database, { email: "young", receivedAt: until });
    await settleSubmissions(database, now);
    await tidy(database, 365);
    expect(await signedUp(database)).toEqual(["again", "young"]);
    expect(await leads(database)).toEqual(["again", "young"]);
    const deliveries = await database.selectFrom("deliveries").select("lead_id").execute();
    expect(deliveries).toHaveLength(2);
  },
);

test.each(engines)("on %s a row dated in the future does not keep the rest", async (engine) => {
  const database = await open(engine);
  const future = now + 400 * dayMs;
  for (let index = 0; index < 250; index += 1)
    await signUp(database, { email: `future-${index}`, receivedAt: future });
  for (let index = 0; index < 250; index += 1)
    await signUp(database, { email: `old-${index}`, receivedAt: 0 });
  await settleSubmissions(database, now);
  await tidy(database, 365);
  expect((await leads(database)).filter((email) => email.startsWith("old"))).toEqual([]);
  expect(await signedUp(database)).toHaveLength(250);
});

test.each(engines)(
  "on %s a clock that jumps a year ahead removes nobody, until it has stayed there for two days",
  async (engine) => {
    const database = await open(engine);
    await signUp(database, { email: "person" });
    await signUp(database, { email: "caught", flag: "trap" });
    await settleSubmissions(database, now);
    const lines: string[] = [];
    const doubt = {};
    const look = (days: number, runningDays: number) =>
      tidyUp(
        {
          database,
          log: pino({}, { write: (line) => lines.push(line) }),
          clock: () => now + days * dayMs,
          retentionDays: 365,
          monotonicMs: () => runningDays * dayMs,
        },
        new AbortController().signal,
        doubt,
      );
    await look(0, 0);
    await look(400, 1);
    // A sign-up with the wrong time does not make the clock right.
    await signUp(database, { email: "later", receivedAt: now + 400 * dayMs });
    await look(400, 2.9);
    expect(await signedUp(database)).toEqual(["person", "caught", "later"]);
    expect(lines.join()).toContain("nothing is removed yet");
    await look(402, 3);
    expect(await signedUp(database)).toEqual(["later"]);
  },
);

test("that leads go which ActiveCampaign never got is an error in the log", async () => {
  const database = await open("sqlite");
  await signUp(database, { email: "waiting", receivedAt: 0 });
  await settleSubmissions(database, now);
  const lines: string[] = [];
  await tidy(database, 365, lines);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 50, leads: 1, undelivered: 1 });
});

test("a sign-up that nobody has entered into the books yet is not taken, however old", async () => {
  const database = await open("sqlite");
  await signUp(database, { email: "waiting", receivedAt: 0 });
  await tidy(database, 30);
  expect(await signedUp(database)).toEqual(["waiting"]);
});

test("a store that fails is told of, and the next hour comes", async () => {
  const { database, close } = await openTemporaryDatabase();
  await close();
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  await tidyUp(
    { database, log, clock: () => now, retentionDays: 30 },
    new AbortController().signal,
  );
  expect(lines.join()).toContain("broke off");
});

test("the policy promises the same thirty days", () => {
  expect(JSON.stringify(privacy)).toContain(`depois de ${heldDays} dias`);
});

test("it stops at once, between its hours", async () => {
  const database = await open("sqlite");
  const log = pino({ level: "silent" });
  const deps = { database, log, clock: Date.now, retentionDays: undefined };
  await startHousekeeping(deps).stop();
});

async function open(engine: (typeof engines)[number]): Promise<Database> {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  return database;
}

function signUp(database: Database, { email, ...rest }: Partial<Submission> & { email: string }) {
  const lead = { name: "Ana Lima", email, whatsapp: "(11) 98765-4321" };
  const submission = { lead, surface: "popup", receivedAt: now, ...rest } as const;
  return appendSubmissions(database, [submission]);
}

/** An hour after the look before. */
async function tidy(
  database: Database,
  retentionDays: number | undefined,
  lines: string[] = [],
): Promise<void> {
  const log = pino({}, { write: (line) => lines.push(line) });
  await rememberLook(database, now - 60 * 60_000);
  await tidyUp({ database, log, clock: () => now, retentionDays }, new AbortController().signal);
}

async function signedUp(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("submissions").select("email").orderBy("id").execute();
  return rows.map(({ email }) => email);
}

async function leads(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("leads").select("email").orderBy("email").execute();
  return rows.map(({ email }) => email);
}
