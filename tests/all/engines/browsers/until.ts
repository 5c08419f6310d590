import { setTimeout as wait } from "node:timers/promises";

/**
 * How long a journey waits for a page to reach a state, in milliseconds. The start of a browser has a longer limit, for
 * busy machines.
 */
const pageLimitMs = 20_000;
export const browserStartLimitMs = 90_000;
const retryMs = 40;

/** Repeats a call until it has a result. An error counts as no result; the last error is the cause of the time-out. */
export async function until<Answer>(
  what: string,
  read: () => Promise<Answer | undefined>,
  limitMs = pageLimitMs,
): Promise<Answer> {
  const endAt = performance.now() + limitMs;
  for (;;) {
    const { answer, cause } = await attempt(read);
    if (answer !== undefined) return answer;
    if (performance.now() > endAt) throw new Error(`The time ran out for ${what}.`, { cause });
    await wait(retryMs);
  }
}

async function attempt<Answer>(read: () => Promise<Answer | undefined>) {
  try {
    return { answer: await read(), cause: undefined };
  } catch (cause) {
    return { answer: undefined, cause };
  }
}
