import { vi } from "vitest";

/**
 * How long a journey waits for a page to reach a state, in milliseconds. The start of a browser has a longer limit, for
 * busy machines.
 */
const pageLimitMs = 20_000;
export const browserStartLimitMs = 90_000;
const interval = 40;

/** Repeats a call until it has a result. An error counts as no result; the last one is told when the time is over. */
export function until<Answer>(
  what: string,
  read: () => Promise<Answer | undefined>,
  timeout = pageLimitMs,
): Promise<Answer> {
  const answer = async () => {
    const message = `The time ran out for ${what}.`;
    const found = await read().catch((cause) => {
      throw new Error(message, { cause });
    });
    if (found === undefined) throw new Error(message);
    return found;
  };
  return vi.waitFor(answer, { timeout, interval });
}
