import { expect } from "vitest";

/**
 * Runs a command again and again, and asks it to stop at its first look at the signal, then at its second one, and so on,
 * until it ends before that. Returns how often it was stopped.
 */
export async function stopAtEachStep(
  run: (stopSignal: () => AbortSignal) => Promise<number>,
): Promise<number> {
  for (let steps = 0; ; steps += 1) {
    const code = await run(() => signalAborted(steps));
    if (code === 0) return steps;
    expect(code).toBe(1);
  }
}

function signalAborted(afterLooks: number): AbortSignal {
  const stopping = new AbortController();
  const { signal } = stopping;
  let looks = 0;
  signal.throwIfAborted = () => {
    if (looks === afterLooks) stopping.abort();
    looks += 1;
    if (signal.aborted) throw signal.reason;
  };
  return signal;
}
