import { expect, onTestFinished, test } from "vitest";
import { openDatabase, openForSignUps } from "#server/storage/connection/open-database.ts";
import { createAppender } from "#server/storage/submissions/group-commit.ts";
import { startPair, untilSynchronous } from "#tests/support/faults/standby.ts";
import { countInPostgres } from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";

const testTimeLimitMs = 90_000;
const recovery = { timeout: 30_000, interval: 100 };
/**
 * A limit for an answer of Postgres. Without its standby Postgres does not answer a write at all; with the standby it
 * answers much sooner.
 */
const withinMs = 1_500;

const submission = {
  lead: ana,
  surface: "popup",
  receivedAt: 1,
  idempotencyKey: "0123456789abcdef",
} as const;

// This test runs without the server: the other work of the server can lock the row, which would hide a repeated sign-up
// that does not itself wait for the standby.
test(
  "a repeated sign-up is not acknowledged until the standby has it too",
  async () => {
    const { primary, standby } = await startPair();
    const store = { kind: "postgres", url: primary.url } as const;
    const opened = await openDatabase(store);
    if (opened.kind !== "open") throw new Error(opened.kind);
    const signUpDatabase = openForSignUps(store, opened.database);
    onTestFinished(async () => {
      await Promise.all([opened.database.destroy(), signUpDatabase.destroy()]);
    });
    const append = createAppender(signUpDatabase, undefined, withinMs);
    await standby.shutDown();
    expect(await append(submission)).toBe("late");
    // After a restart, Postgres treats what is on its own disk as committed.
    await primary.shutDown();
    await primary.restart();
    const rows = `submissions where idempotency_key = '${submission.idempotencyKey}'`;
    expect(await countInPostgres(primary.url, rows)).toBe(1);
    // After a restart the first new sign-up reserves 32 numbers, and that write alone waits for the standby. So another
    // sign-up must come before the repeated one.
    expect(await append({ ...submission, idempotencyKey: "fedcba9876543210" })).toBe("late");
    expect(await append(submission)).toBe("late");
    await standby.restart();
    await untilSynchronous({ primary });
    await expect.poll(() => append(submission), recovery).toBe("repeated");
    expect(await countInPostgres(standby.url, rows)).toBe(1);
  },
  testTimeLimitMs,
);
