import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { type BatchLimits, inBatches } from "./batch.ts";

const withinMs = 60_000;

test.each([
  [5_000, 0],
  [5_001, 1],
])("of %i jobs at once %i are refused, unless a limit is given", async (count, refused) => {
  const { add } = open(async (jobs: readonly number[]) => jobs, { max: 500 });
  const all = await Promise.all(Array.from({ length: count }, (_, job) => add(job)));
  expect(all.filter((answer) => answer === "overloaded")).toHaveLength(refused);
  expect(all.at(4_999)).toBe(4_999);
});

test("a job that takes too long is answered, and jobs that wait behind it are left out", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { begun, finish, add } = slowBatches();
  const late = [add("slow"), add("behind")];
  for (const _ of [1, 2]) await nextTurn();
  await vi.advanceTimersByTimeAsync(withinMs);
  expect(await Promise.all(late)).toEqual(["late", "late"]);
  finish();
  expect(await add("next")).toBe("next");
  expect(begun).toEqual(["slow", "next"]);
});

test("jobs that waited while the processor was busy for too long are left out as well", async () => {
  const { begun, finish, add } = slowBatches();
  const slow = add("slow");
  const behind = add("behind");
  for (const _ of [1, 2]) await nextTurn();
  // The waiting time has passed, but no timer has run, because the processor was busy.
  const now = vi.spyOn(performance, "now").mockReturnValue(performance.now() + withinMs);
  onTestFinished(() => now.mockRestore());
  finish();
  expect(await slow).toBe("slow");
  expect(await behind).toBe("late");
  now.mockRestore();
  expect(await add("next")).toBe("next");
  expect(begun).toEqual(["slow", "next"]);
});

test.each([
  ["longer, but not for ever", 2_500, [1, 2, 3, 4, "late", "late"]],
  ["no longer without such a limit", undefined, [1, "late", "late", "late", "late", "late"]],
] as const)("in a long queue that moves, jobs wait %s", async (_, atMostMs, answers) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { add } = inBatches(
    async (jobs: readonly number[]) => {
      await vi.advanceTimersByTimeAsync(600);
      return jobs;
    },
    { max: 1, withinMs: 1_000, ...(atMostMs && { atMostMs }) },
  );
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map(add))).toEqual(answers);
});

function open<Job, Result>(
  work: (jobs: readonly Job[]) => Promise<readonly Result[]>,
  limits: Partial<BatchLimits> = {},
) {
  return inBatches(work, { max: 1, withinMs, ...limits });
}

/** Opens batches of one job each; the job "slow" lasts until the test calls `finish`. */
function slowBatches() {
  const begun: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { add } = open(async (jobs: readonly string[]) => {
    begun.push(...jobs);
    if (jobs.includes("slow")) await finished;
    return jobs;
  });
  return { begun, finish: () => finish(), add };
}
