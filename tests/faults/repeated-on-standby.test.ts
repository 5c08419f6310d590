import { expect, onTestFinished, test } from "vitest";
import { createAppender } from "#server/storage/group-commit.ts";
import { openDatabase, openForSignUps } from "#server/storage/open-database.ts";
import { startPair, untilSynchronous } from "#tests/support/fault-standby.ts";
import { countInPostgres } from "#tests/support/fault-store.ts";

const testTimeLimitMs = 90_000;
const recovery = { timeout: 30_000, interval: 100 };
/** Without its standby Postgres does not answer at all; with it, much sooner. */
const withinMs = 1_500;

const submission = {
  lead: { name: "Ana Lima", email: "ana@example.com", whatsapp: "(11) 98765-4321" },
  surface: "popup",
  receivedAt: 1,
  idempotencyKey: "0123456789abcdef",
} as const;

// In the product, work on leads can hold the row, and so hide a repetition that does not wait.
test(
  "a sign-up that only the primary has is not acknowledged when it is repeated, until the standby has it",
  async () => {
    const { primary, standby } = await startPair();
    const store = { kind: "postgres", url: primary.url } as const;
    const opened = await openDatabase(store);
    if (opened.kind !== "open") throw new Error(opened.kind);
    const signUps = openForSignUps(store, opened.database);
    onTestFinished(async () => {
      await Promise.all([opened.database.destroy(), signUps.destroy()]);
    });
    const append = createAppender(signUps, undefined, withinMs);
    await standby.shutDown();
    expect(await append(submission)).toBe("late");
    // Started again, Postgres takes what it has on its own disk for committed.
    await primary.shutDown();
    await primary.restart();
    const rows = `submissions where idempotency_key = '${submission.idempotencyKey}'`;
    expect(await countInPostgres(primary.url, rows)).toBe(1);
    // The first sign-up after a start numbers the next 32 as well, and waits for the standby with that alone.
    expect(await append({ ...submission, idempotencyKey: "fedcba9876543210" })).toBe("late");
    expect(await append(submission)).toBe("late");
    await standby.restart();
    await untilSynchronous({ primary });
    await expect.poll(() => append(submission), recovery).toBe("repeated");
    expect(await countInPostgres(standby.url, rows)).toBe(1);
  },
  testTimeLimitMs,
);
