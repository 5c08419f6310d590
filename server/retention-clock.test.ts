import pino from "pino";
import { expect, test } from "vitest";
import { logLines } from "#phrases/log-lines.ts";
import { saveTrustedTime } from "#server/store/erasure/trusted-clock.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import {
  dayMs,
  leads,
  now,
  runRetentionOnce,
  signedUp,
  signUp,
} from "#tests/support/store/retention-job.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { runRetention, runRetentionInTick } from "./retention-job.ts";

test.each(engines)("on %s old rows are removed despite rows from the future", async (engine) => {
  const database = await temporaryDatabase(engine);
  const future = now + 400 * dayMs;
  for (let index = 0; index < 250; index += 1)
    await signUp(database, { email: `future-${index}`, receivedAt: future });
  for (let index = 0; index < 250; index += 1)
    await signUp(database, { email: `old-${index}`, receivedAt: 0 });
  await deriveLeads(database, now);
  await runRetentionOnce(database, 365);
  expect((await leads(database)).filter((email) => email.startsWith("old"))).toEqual([]);
  expect(await signedUp(database)).toHaveLength(250);
});

test.each(engines)(
  "on %s after the clock jumps a year ahead, nothing is removed for two days",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await signUp(database, { email: "person" });
    await signUp(database, { email: "caught", flag: "honeypot" });
    await deriveLeads(database, now);
    const lines: string[] = [];
    const jump = {};
    const runRound = (days: number, runningDays: number) =>
      runRetention(
        {
          database,
          log: pino({}, { write: (line) => lines.push(line) }),
          clock: () => now + days * dayMs,
          retentionDays: 365,
          monotonicMs: () => runningDays * dayMs,
        },
        new AbortController().signal,
        jump,
      );
    await runRound(0, 0);
    await runRound(400, 1);
    // A sign-up that is stored with the wrong time does not prove that the clock is right.
    await signUp(database, { email: "later", receivedAt: now + 400 * dayMs });
    await runRound(400, 2.9);
    expect(await signedUp(database)).toEqual(["person", "caught", "later"]);
    expect(lines.join()).toContain("nada será removido por enquanto");
    await runRound(402, 3);
    expect(await signedUp(database)).toEqual(["later"]);
  },
);

test("after days without a tick, the next one removes old sign-ups if two clocks agree, and otherwise removes none", async () => {
  const database = await temporaryDatabase("postgres");
  const old = Date.now() - 40 * dayMs;
  await signUp(database, { email: "caught", flag: "honeypot", receivedAt: old });
  await saveTrustedTime(database, old);
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  const runRound = (days: number) =>
    runRetentionInTick(
      { database, log, clock: () => Date.now() + days * dayMs, retentionDays: undefined },
      new AbortController().signal,
    );
  await runRound(1);
  expect(await signedUp(database)).toEqual(["caught"]);
  expect(lines.join()).toContain(logLines.clocksApart);
  await runRound(0);
  expect(await signedUp(database)).toEqual([]);
});
