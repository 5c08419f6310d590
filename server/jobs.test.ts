import pino from "pino";
import { expect, test } from "vitest";
import { logLines } from "#phrases/log-lines.ts";
import { startJobs } from "./jobs.ts";

test("a job that fails is named in the log and runs again; others go on; stop ends all", async () => {
  const lines: Array<Record<string, unknown>> = [];
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
  const runs = { broken: 0, whole: 0 };
  const rests = new Set<() => void>();
  const sleep = (_: number, stopped: AbortSignal) =>
    new Promise<void>((wake) => {
      if (stopped.aborted) return wake();
      rests.add(wake);
      stopped.addEventListener("abort", () => wake());
    });
  const broken = async () => {
    runs.broken += 1;
    throw new TypeError("a bug");
  };
  const whole = async () => {
    runs.whole += 1;
  };
  const jobs = startJobs(
    [
      { name: "broken", everyMs: 10, run: broken },
      { name: "whole", everyMs: 10, run: whole },
    ],
    log,
    sleep,
  );
  await expect.poll(() => rests.size).toBe(2);
  for (const wake of rests) wake();
  await expect.poll(() => rests.size).toBe(4);
  await jobs.stop();
  expect(runs).toEqual({ broken: 2, whole: 2 });
  const failed = { level: 50, job: "broken", msg: logLines.jobFailed };
  expect(lines).toMatchObject([failed, failed]);
});
