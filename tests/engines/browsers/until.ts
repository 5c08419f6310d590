import { setTimeout as wait } from "node:timers/promises";

/** For what a page does. A browser that starts on a busy machine takes longer. */
const patienceMs = 20_000;
export const startPatienceMs = 90_000;
const lookAgainMs = 40;

/** Asks again until there is an answer. What is thrown meanwhile counts as none, and is told in the end. */
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
