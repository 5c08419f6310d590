import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { inBatches } from "./in-batches.ts";

const patienceMs = 60_000;
const extendedForMs = 60_000;

test("jobs are done together, in batches, and each gets its own result", async () => {
  const batches: number[] = [];
  const run = inBatches(
    async (jobs: readonly number[]) => {
      batches.push(jobs.length);
      return jobs.map((job) => job * 2);
    },
    { max: 2, patienceMs, extendedForMs },
  );
  expect(await Promise.all([1, 2, 3, 4, 5].map(run))).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([2, 2, 1]);
});

test("between two batches others can use the processor", async () => {
  let others = 0;
  const seen: number[] = [];
  const run = inBatches(
    async (jobs: readonly number[]) => {
      seen.push(others);
      setImmediate(() => {
        others += 1;
      });
      return jobs;
    },
    { max: 1, patienceMs, extendedForMs },
  );
  await Promise.all([1, 2, 3].map(run));
  expect(seen).toEqual([0, 1, 2]);
});

test("a batch that fails fails alone", async () => {
  const run = inBatches(
    async (jobs: readonly string[]) => {
      if (jobs.includes("bad")) throw new Error("disk full");
      return jobs;
    },
    { max: 1, patienceMs, extendedForMs },
  );
  const failing = run("bad");
  const next = run("good");
  await expect(failing).rejects.toThrow("disk full");
  expect(await next).toBe("good");
});

test("a job that takes too long is answered, and jobs that wait behind it are left out", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { begun, finish, run } = slowBatches();
  const late = [run("slow"), run("behind")];
  await nextTurn();
  await vi.advanceTimersByTimeAsync(patienceMs);
  expect(await Promise.all(late)).toEqual(["late", "late"]);
  finish();
  expect(await run("next")).toBe("next");
  expect(begun).toEqual(["slow", "next"]);
});

test("jobs that waited while the processor was busy for too long are left out as well", async () => {
  const { begun, finish, run } = slowBatches();
  const slow = run("slow");
  void run("behind");
  await nextTurn();
  // The time has passed, and no timer could come.
  const busyUntil = performance.now() + patienceMs;
  const now = vi.spyOn(performance, "now").mockReturnValue(busyUntil);
  onTestFinished(() => now.mockRestore());
  finish();
  expect(await slow).toBe("slow");
  for (const _ of [1, 2]) await nextTurn();
  now.mockRestore();
  expect(await run("next")).toBe("next");
  expect(begun).toEqual(["slow", "next"]);
});

test("in a long queue that moves, jobs wait longer, but not for ever", async () => {
  const limits = { max: 1, patienceMs: 1_000, extendedForMs: 1_500 };
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const run = inBatches(async (jobs: readonly number[]) => {
    await vi.advanceTimersByTimeAsync(600);
    return jobs;
  }, limits);
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(run))).toEqual([1, 2, 3, "late", "late", "late"]);
});

/** Batches of one job; the job "slow" lasts until the test finishes it. */
function slowBatches() {
  const begun: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const run = inBatches(
    async (jobs: readonly string[]) => {
      begun.push(...jobs);
      if (jobs.includes("slow")) await finished;
      return jobs;
    },
    { max: 1, patienceMs, extendedForMs },
  );
  return { begun, finish: () => finish(), run };
}
