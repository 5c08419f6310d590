import { type EventEmitter, once } from "node:events";

const limitMs = 60_000;

/** Waits for a browser's answer to a numbered command, with a limit: the browser may have died or lost the command. */
export async function answerInTime<Answer>(
  answers: EventEmitter,
  id: number,
  command: string,
): Promise<Answer> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), limitMs);
  try {
    const [answer] = await once(answers, String(id), { signal: giveUp.signal });
    return answer;
  } catch (cause) {
    throw new Error(`The browser did not answer ${command}.`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
