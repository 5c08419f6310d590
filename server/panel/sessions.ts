import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "#server/log.ts";
import { rememberLatest } from "#server/sign-up/limits.ts";
import type { Database } from "#server/store/row-types.ts";
import { findSession, type PanelSession, sessionMs } from "./keys.ts";

export type FoundSession =
  | { kind: "session"; session: PanelSession }
  | { kind: "none" }
  /** The network address of this browser has tried too many unknown cookies: this one was not looked up. */
  | { kind: "too-many"; waitMs: number }
  /** The store does not answer; the session is known if this process has seen it before. */
  | { kind: "store-fails"; session: PanelSession | undefined };

/** How many sessions a process remembers, so that the operator can still read what is wrong when the store fails. */
const maxRemembered = 1_000;

type Deps = {
  clock: () => number;
  log: Log;
  database: Database;
  databaseClock: (database: Database) => Promise<number>;
  cookie: SessionCookie;
  /** Counts the try of an unknown cookie; returns the milliseconds that its address must wait before it. */
  countTry: (context: Context) => number;
};

/** Finds the session of a request. */
export function createSessions({ clock, log, database, databaseClock, cookie, countTry }: Deps) {
  const remembered = rememberLatest<PanelSession | undefined>(maxRemembered);

  async function lookUp(secret: string): Promise<FoundSession> {
    const session = await findSession(database, { secret, now: await databaseClock(database) });
    const isKnown = remembered.get(secret) !== undefined;
    // A session that has ended is forgotten, so its cookie counts as a try from now on. A wrong cookie takes no place.
    if (session !== undefined || isKnown) remembered.set(secret, session);
    return session === undefined ? { kind: "none" } : { kind: "session", session };
  }

  return async (context: Context): Promise<FoundSession> => {
    const secret = getCookie(context, cookie.name);
    if (secret === undefined || !isSecret(secret)) return { kind: "none" };
    const waitMs = remembered.get(secret) === undefined ? countTry(context) : 0;
    if (waitMs > 0) return { kind: "too-many", waitMs };
    const found = await withinWait(log, lookUp(secret));
    if (found !== undefined) return found;
    const session = remembered.get(secret);
    const lasts = session !== undefined && clock() < session.usedAt + sessionMs;
    return { kind: "store-fails", session: lasts ? session : undefined };
  };
}

/** What a secret looks like, in a link and in the cookie: no other text is looked up in the store. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** How long a request waits for the store, in milliseconds. */
const maxWaitMs = 2_500;

/** What the store answers; undefined if it answers too late, or if it fails: then the log says why. */
export async function withinWait<T>(log: Log, answer: Promise<T>): Promise<T | undefined> {
  const late = sleep(maxWaitMs, undefined, { ref: false });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    log.error({ error }, logLines.panelFailed);
    return undefined;
  }
}

/** The cookie that holds the secret of a session. */
export type SessionCookie = {
  name: string;
  /** The header `Set-Cookie` that gives the browser this secret; without a secret it removes the cookie. */
  header: (secret?: string) => string;
};

/**
 * The cookie for a site at this address; undefined if the secret would travel in clear text. Browsers take a cookie
 * `__Host-` only over HTTPS and from this very host, so no other host of the domain can plant a session.
 */
export function sessionCookieOf(siteUrl: string): SessionCookie | undefined {
  const isEncrypted = new URL(siteUrl).protocol === "https:";
  if (!isEncrypted && !isLoopback(siteUrl)) return undefined;
  const [name, secure] = isEncrypted ? ["__Host-painel", "; Secure"] : ["painel", ""];
  return {
    name,
    header(secret) {
      const seconds = secret === undefined ? 0 : sessionMs / 1_000;
      return `${name}=${secret ?? ""}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
    },
  };
}

/** Whether only this machine can open this address. */
export function isLoopback(siteUrl: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(siteUrl).hostname);
}
