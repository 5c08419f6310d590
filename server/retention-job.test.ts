import pino from "pino";
import { expect, test } from "vitest";
import { privacy } from "#content/privacy.ts";
import {
  dayMs,
  leads,
  now,
  runRetentionOnce,
  signedUp,
  signUp,
} from "#tests/support/store/retention-job.ts";
import {
  engines,
  openTemporaryDatabase,
  temporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { heldDays, runRetention, startRetentionJob } from "./retention-job.ts";
import { deriveLeads } from "./storage/leads/derive-leads.ts";
import { releaseHeld } from "./storage/submissions/held-submissions.ts";

const heldAt = now - heldDays * dayMs;

test.each(engines)(
  "on %s what the trap caught goes after thirty days, not a moment before",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await signUp(database, { email: "old", flag: "honeypot", receivedAt: heldAt - 1 });
    await signUp(database, { email: "young", flag: "honeypot", receivedAt: heldAt });
    await signUp(database, { email: "released", flag: "honeypot", receivedAt: heldAt - 1 });
    await signUp(database, { email: "hasty", flag: "too-fast", receivedAt: heldAt - 1 });
    await signUp(database, { email: "person", receivedAt: 0 });
    await releaseHeld(database, "released", now);
    await deriveLeads(database, now);
    await runRetentionOnce(database, undefined);
    expect(await signedUp(database)).toEqual(["young", "released", "hasty", "person"]);
    expect(await leads(database)).toEqual(["hasty", "person", "released"]);
  },
);

test.each(engines)(
  "on %s the rest goes with its delivery when the setting says so",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    const until = now - 365 * dayMs;
    for (let index = 0; index < 450; index += 1)
      await signUp(database, { email: `old-${index}`, receivedAt: until - 1 });
    await signUp(database, { email: "again", receivedAt: until - 1 });
    await signUp(database, { email: "again", receivedAt: until });
    await signUp(database, { email: "young", receivedAt: until });
    await deriveLeads(database, now);
    await runRetentionOnce(database, 365);
    expect(await signedUp(database)).toEqual(["again", "young"]);
    expect(await leads(database)).toEqual(["again", "young"]);
    const deliveries = await database.selectFrom("deliveries").select("lead_id").execute();
    expect(deliveries).toHaveLength(2);
  },
);

test("that leads go which ActiveCampaign never got is an error in the log", async () => {
  const database = await temporaryDatabase("sqlite");
  await signUp(database, { email: "waiting", receivedAt: 0 });
  await deriveLeads(database, now);
  const lines: string[] = [];
  await runRetentionOnce(database, 365, lines);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 50, leads: 1, undelivered: 1 });
});

test("a sign-up that nobody has entered into the books yet is not taken, however old", async () => {
  const database = await temporaryDatabase("sqlite");
  await signUp(database, { email: "waiting", receivedAt: 0 });
  await runRetentionOnce(database, 30);
  expect(await signedUp(database)).toEqual(["waiting"]);
});

test("a store that fails is told of, and the next hour comes", async () => {
  const { database, close } = await openTemporaryDatabase();
  await close();
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  await runRetention(
    { database, log, clock: () => now, retentionDays: 30 },
    new AbortController().signal,
  );
  expect(lines.join()).toContain("could not be removed");
});

test("the policy promises the same thirty days", () => {
  expect(JSON.stringify(privacy)).toContain(`depois de ${heldDays} dias`);
});

test("it stops at once, between its hours", async () => {
  const database = await temporaryDatabase("sqlite");
  const log = pino({ level: "silent" });
  const deps = { database, log, clock: Date.now, retentionDays: undefined };
  await startRetentionJob(deps).stop();
});
