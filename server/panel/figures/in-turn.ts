import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Reads after the requests that have come in the meantime: SQLite works in the thread that answers the visitors, so that
 * several reads in one go would keep a sign-up waiting.
 */
export async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  await nextTurn();
  return read();
}
