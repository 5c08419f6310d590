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

/**
 * A signal that is aborted after `ms` milliseconds, or when `stopped` is. It is not made by `AbortSignal.any` with
 * `AbortSignal.timeout`: Node 20 loses such a signal when it collects garbage, and a request without an answer would
 * never end.
 */
export function startDeadline(
  ms: number,
  stopped: AbortSignal,
): { signal: AbortSignal; clear(): void } {
  const ending = new AbortController();
  const stop = () => ending.abort(stopped.reason);
  stopped.addEventListener("abort", stop, { once: true });
  if (stopped.aborted) stop();
  const expire = () => ending.abort(new DOMException("No answer in time", "TimeoutError"));
  const timer = setTimeout(expire, ms);
  return {
    signal: ending.signal,
    clear() {
      clearTimeout(timer);
      stopped.removeEventListener("abort", stop);
    },
  };
}
