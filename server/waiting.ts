/** Waits for `ms` milliseconds. The wait ends early, without an error, when the signal is aborted. */
export type Sleep = (ms: number, stopped: AbortSignal) => Promise<void>;

type SleepOptions = {
  /** If false, a process that has nothing else to do ends without waiting. */
  ref?: boolean;
};

/** The functions of `node:timers/promises` are not used, because those of Deno 2.1 ignore the signal. */
export function sleepFor(
  ms: number,
  stopped: AbortSignal,
  { ref = true }: SleepOptions = {},
): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    if (!ref) timer.unref();
    stopped.addEventListener("abort", end);
    if (stopped.aborted) end();
    function end(): void {
      clearTimeout(timer);
      stopped.removeEventListener("abort", end);
      resolve();
    }
  });
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
