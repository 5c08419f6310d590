import { setTimeout as sleep } from "node:timers/promises";

/** Waits for `ms` milliseconds. The wait ends early, without an error, when the signal is aborted. */
export type Sleep = (ms: number, stopped: AbortSignal) => Promise<void>;

export async function sleepFor(ms: number, stopped: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopped }).catch(() => undefined);
}
