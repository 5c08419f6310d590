import { type EventEmitter, once } from "node:events";

const limitMs = 60_000;

/** What a browser answers to a numbered command. It may have died, or forgotten the command: no answer is waited for without a limit. */
export async function answerInTime<Answer>(
  heard: EventEmitter,
  id: number,
  command: string,
): Promise<Answer> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), limitMs);
  try {
    const [answer] = await once(heard, String(id), { signal: giveUp.signal });
    return answer;
  } catch (cause) {
    throw new Error(`The browser did not answer ${command}.`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
