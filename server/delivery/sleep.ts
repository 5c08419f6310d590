type SleepOptions = {
  /** If false, a process that has nothing else to do ends without waiting. */
  ref?: boolean;
};

/**
 * Waits for `ms` milliseconds. The wait ends early, without an error, when the signal is aborted. The functions of
 * `node:timers/promises` are not used, because those of Deno 2.1 ignore the signal.
 */
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
