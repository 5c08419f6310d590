import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { logLines } from "#phrases/log-lines.ts";
import type { SessionCookie } from "#server/panel/session-cookie.ts";
import { rememberLatest } from "#server/sign-up/limits.ts";
import { findSession, type PanelSession, sessionMs } from "#server/store/panel/panel-keys.ts";
import type { PanelDeps } from "./panel-deps.ts";
import type { CountTry } from "./tries.ts";

export type FoundSession =
  | { kind: "session"; session: PanelSession }
  | { kind: "none" }
  /** The store does not answer; the session is known if this process has seen it before. */
  | { kind: "store-fails"; session: PanelSession | undefined };

/** This address tries unknown cookies, which are not looked up for now. */
export type TooMany = { kind: "too-many"; waitMs: number };

/** How long a request waits for the store, in milliseconds. */
const maxWaitMs = 2_500;
const maxRemembered = 1_000;

/**
 * Finds the session of a request. A session that was found once is remembered, so that the operator can still read what
 * is wrong when the store fails.
 */
export function createSessions(deps: PanelDeps, cookie: SessionCookie, countTry: CountTry) {
  const { database, databaseClock } = deps.panel;
  const remembered = rememberLatest<PanelSession | undefined>(maxRemembered);

  async function lookUp(secret: string): Promise<FoundSession> {
    const session = await findSession(database, { secret, now: await databaseClock(database) });
    if (session ?? remembered.get(secret)) remembered.set(secret, session);
    return session === undefined ? { kind: "none" } : { kind: "session", session };
  }

  return async (context: Context): Promise<FoundSession | TooMany> => {
    const secret = getCookie(context, cookie.name);
    if (secret === undefined || !isSecret(secret)) return { kind: "none" };
    const waitMs = remembered.get(secret) === undefined ? countTry(context) : 0;
    if (waitMs > 0) return { kind: "too-many", waitMs };
    const found = await inTime(deps, lookUp(secret));
    if (found !== undefined) return found;
    const session = remembered.get(secret);
    const lasts = session !== undefined && deps.clock() < session.usedAt + sessionMs;
    return { kind: "store-fails", session: lasts ? session : undefined };
  };
}

/** What a secret looks like, in a link and in the cookie: no other text is looked up in the store. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The result of the work; undefined if it fails or takes too long. */
export async function inTime<T>({ log }: PanelDeps, work: Promise<T>): Promise<T | undefined> {
  const late = sleep(maxWaitMs, undefined, { ref: false });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    log.error({ error }, logLines.panelFailed);
    return undefined;
  }
}
