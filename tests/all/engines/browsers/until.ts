import { vi } from "vitest";

/**
 * The limit of a journey's wait for a state of the page, in milliseconds. A browser may take longer to start, because
 * the machine may be busy.
 */
const pageLimitMs = 20_000;
export const browserStartLimitMs = 90_000;
const interval = 40;

/** Repeats a call until it returns a result. An error counts as no result; at the end the last error is reported. */
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
