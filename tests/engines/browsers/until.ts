import { setTimeout as wait } from "node:timers/promises";

/** How long to wait for a page. The start of a browser on a busy machine gets longer. */
const patienceMs = 20_000;
export const startPatienceMs = 90_000;
const lookAgainMs = 40;

/** Asks again until there is an answer. An error counts as no answer; the last one is the cause of the time-out. */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined>,
  limitMs = patienceMs,
): Promise<Answer> {
  const givenUpAt = performance.now() + limitMs;
  for (;;) {
    const { answer, cause } = await attempt(ask);
    if (answer !== undefined) return answer;
    if (performance.now() > givenUpAt) throw new Error(`Waited in vain for ${what}.`, { cause });
    await wait(lookAgainMs);
  }
}

async function attempt<Answer>(ask: () => Promise<Answer | undefined>) {
  try {
    return { answer: await ask(), cause: undefined };
  } catch (cause) {
    return { answer: undefined, cause };
  }
}
