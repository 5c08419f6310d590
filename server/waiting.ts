import { setTimeout as sleep } from "node:timers/promises";

/** Waits for `ms` milliseconds. The wait ends early, without an error, when the signal is aborted. */
export type Sleep = (ms: number, stopped: AbortSignal) => Promise<void>;

type SleepOptions = {
  /** If false, a process that has nothing else to do ends without waiting. */
  ref?: boolean;
};

export async function sleepFor(
  ms: number,
  stopped: AbortSignal,
  { ref = true }: SleepOptions = {},
): Promise<void> {
  await sleep(ms, undefined, { signal: stopped, ref }).catch(() => undefined);
}
