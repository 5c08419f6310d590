import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import { pauseDeliveries, saveTrustedTime } from "#server/store/courier/circuit.ts";
import { erasePerson } from "#server/store/erasure/erasure.ts";
import { startTicking } from "#tests/support/courier/ticking.ts";
import { logTo } from "#tests/support/log-to.ts";
import { countStatements } from "#tests/support/store/count-statements.ts";

test("of several ticks at once one works, within the rate limit", async () => {
  const { signUp, tick, fake } = await startTicking();
  await signUp(3);
  const outcomes = await Promise.all([tick(), tick(), tick()]);
  expect(outcomes.filter((outcome) => outcome === "worked")).toHaveLength(1);
  expect(syncs(fake)).toBe(3);
  expect(fake.contacts).toHaveLength(3);
  expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
});

test("a tick that finds nothing to do asks the store once, and sends nothing", async () => {
  const { database, tick, fake } = await startTicking();
  await saveTrustedTime(database, Date.now());
  const statements = await countStatements(database, async () => {
    expect(await tick()).toBe("nothing-due");
  });
  expect(statements).toBe(1);
  expect(fake.requests).toEqual([]);
});

test("when a slice is over, the lead under way arrives, no further one", async () => {
  const { signUp, tick, fake } = await startTicking();
  await signUp(2);
  await tick({ sliceMs: 1 });
  expect(fake.contacts.filter(({ tags }) => tags.length < 2)).toEqual([]);
  expect(await tick()).toBe("worked");
  expect(syncs(fake)).toBe(2);
});

test("a tick that is stopped in a request returns its lease without a warning", async () => {
  const { database, tick, fake } = await startTicking();
  await erasePerson(database, "ana@example.com", Date.now());
  fake.misbehave({ how: "hangs before the work", next: 1 });
  const stopping = new AbortController();
  const lines: string[] = [];
  const log = logTo((line) => lines.push(line));
  const stopped = tick({ stopping: stopping.signal, log });
  await vi.waitFor(() => expect(fake.requests).toHaveLength(1), { timeout: 60_000 });
  stopping.abort();
  await stopped;
  expect(lines).toEqual([]);
  expect(await tick()).toBe("worked");
  expect(await database.selectFrom("removals").select("done_at").execute()).toEqual([
    { done_at: expect.any(Number) },
  ]);
});

test("while deliveries are paused, a tick derives leads and sends nothing", async () => {
  const { database, signUp, tick, fake } = await startTicking();
  await pauseDeliveries(database, Date.now());
  await signUp(1);
  expect(await tick()).toBe("worked");
  expect(await tick()).toBe("nothing-due");
  expect(await database.selectFrom("leads").select("id").execute()).toHaveLength(1);
  expect(fake.requests).toEqual([]);
});

test("without settings of ActiveCampaign a tick derives leads and keeps them", async () => {
  const { database, signUp, tick } = await startTicking();
  await signUp(1);
  expect(await tick({ delivery: undefined })).toBe("worked");
  expect(await database.selectFrom("deliveries").select("state").execute()).toEqual([
    { state: "due" },
  ]);
});

test("ticks remove old sign-ups an hour after the last time", async () => {
  const { database, tick } = await startTicking();
  const removeOld = vi.fn(() => Promise.resolve());
  const now = 1_000_000_000_000;
  const clock = () => now;
  await saveTrustedTime(database, now - 60 * 60_000 + 1);
  await tick({ removeOld, clock });
  expect(removeOld).not.toHaveBeenCalled();
  await saveTrustedTime(database, now - 60 * 60_000);
  await tick({ removeOld, clock });
  expect(removeOld).toHaveBeenCalledOnce();
});

test("the removal of old sign-ups is told to stop after its slice", async () => {
  const { database, tick } = await startTicking();
  const now = 1_000_000_000_000;
  await saveTrustedTime(database, now - 60 * 60_000);
  setFlagsFromString("--expose-gc");
  const clearing = setInterval(() => runInNewContext("gc")(), 20);
  onTestFinished(() => clearInterval(clearing));
  const removeOld = (stopped: AbortSignal) =>
    new Promise<void>((resolve) => stopped.addEventListener("abort", () => resolve()));
  const clock = () => now;
  expect(await tick({ removeOld, clock, sliceMs: 500 })).toBe("nothing-due");
});

function syncs({ requests }: { requests: readonly { path: string }[] }): number {
  return requests.filter(({ path }) => path === "/contact/sync").length;
}
