import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { logLines } from "#phrases/log-lines.ts";
import { isOnThisMachine } from "#server/config.ts";
import type { ServerContext } from "#server/context.ts";
import type { Log } from "#server/log.ts";
import { rememberLatest } from "#server/sign-up/limits.ts";
import { recordAction } from "#server/store/action-log.ts";
import type { Database, Writing } from "#server/store/schema.ts";
import { panelPaths } from "./addresses.ts";

/** How long a link to the panel can be used, in milliseconds. */
export const linkMs = 10 * 60_000;
/** How long a session lasts after its link was used, in milliseconds. */
export const sessionMs = 12 * 60 * 60_000;

/** Makes a link to the panel. Its secret exists only here and in the link: the store keeps a hash. */
export async function addPanelKey(
  database: Database,
  { mayWrite, now }: { mayWrite: boolean; now: number },
): Promise<{ id: number; secret: string }> {
  const secret = newSecret();
  const row = { link_hash: hashOf(secret), session_hash: null, may_write: Number(mayWrite) };
  const { id } = await database
    .insertInto("panel_keys")
    .values({ ...row, made_at: now, used_at: null })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, secret };
}

type NewLink = {
  mayWrite: boolean;
  now: number;
  siteUrl: string;
  /** The session of the panel that makes it; without one a command or a start does. */
  madeBy?: number;
};

/** Makes a link, notes that, and returns the whole address. */
export async function makePanelLink(
  database: Database,
  { mayWrite, now, siteUrl, madeBy }: NewLink,
): Promise<string> {
  const { secret } = await addPanelKey(database, { mayWrite, now });
  const detail = mayWrite ? undefined : "read-only";
  await recordAction(database, { at: now, action: "panel link", detail, panelKey: madeBy });
  return `${siteUrl}${panelPaths.entry}/${secret}`;
}

/**
 * The way in without a terminal: a server that starts while no link and no session can be used makes one link, which it
 * prints. Undefined if there is a way in already, or none over this address.
 */
export async function firstPanelLink(
  database: Database,
  { now, siteUrl }: { now: number; siteUrl: string },
): Promise<string | undefined> {
  if (sessionCookieOf(siteUrl) === undefined) return undefined;
  if ((await listOpenKeys(database, now)).length > 0) return undefined;
  return makePanelLink(database, { mayWrite: true, now, siteUrl });
}

/** Uses a link up, in one statement, so that of two uses at once only one gets a session. */
export async function openSession(
  database: Database,
  { link, now }: { link: string; now: number },
): Promise<{ id: number; secret: string } | undefined> {
  const secret = newSecret();
  const row = await database
    .updateTable("panel_keys")
    .set({ session_hash: hashOf(secret), used_at: now })
    .where("link_hash", "=", hashOf(link))
    .where("used_at", "is", null)
    .where("made_at", ">", now - linkMs)
    .returning("id")
    .executeTakeFirst();
  return row && { id: row.id, secret };
}

export type PanelSession = { id: number; mayWrite: boolean; usedAt: number };

/** The session of this secret; undefined if there is none, if it is over, or if it was revoked. */
export async function findSession(
  database: Database,
  { secret, now }: { secret: string; now: number },
): Promise<PanelSession | undefined> {
  const row = await database
    .selectFrom("panel_keys")
    .select(["id", "may_write", "used_at"])
    .where("session_hash", "=", hashOf(secret))
    .where("used_at", ">", now - sessionMs)
    .executeTakeFirst();
  if (row === undefined || row.used_at === null) return undefined;
  return { id: row.id, mayWrite: row.may_write === 1, usedAt: row.used_at };
}

/**
 * Keeps the session as it is until the transaction ends: it cannot be revoked, and no other request of this session is
 * in such a transaction. Returns false if the session was revoked.
 */
export async function holdSession(writing: Writing, id: number): Promise<boolean> {
  const { numUpdatedRows } = await writing
    .updateTable("panel_keys")
    .set(({ ref }) => ({ used_at: ref("used_at") }))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A link that can still be used, or a session that lasts: `since` and `until` are its time. */
export type OpenKey = {
  id: number;
  kind: "link" | "session";
  mayWrite: boolean;
  since: number;
  until: number;
};

export async function listOpenKeys(database: Database, now: number): Promise<OpenKey[]> {
  const rows = await database.selectFrom("panel_keys").selectAll().orderBy("id").execute();
  return rows.flatMap(({ id, may_write, made_at, used_at }) => {
    const [kind, since, ms] =
      used_at === null
        ? (["link", made_at, linkMs] as const)
        : (["session", used_at, sessionMs] as const);
    return now - since < ms
      ? [{ id, kind, mayWrite: may_write === 1, since, until: since + ms }]
      : [];
  });
}

/** Ends a link or a session, or all of them, for every later request. Returns how many there were. */
export async function revokePanelKeys(database: Database, which: number | "all"): Promise<number> {
  const all = database.deleteFrom("panel_keys");
  const query = which === "all" ? all : all.where("id", "=", which);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

export type FoundSession =
  | { kind: "session"; session: PanelSession }
  | { kind: "none" }
  /** The network address of this browser has tried too many unknown cookies: this one was not looked up. */
  | { kind: "too-many"; waitMs: number }
  /** The store does not answer; the session is known if this process has seen it before. */
  | { kind: "store-fails"; session: PanelSession | undefined };

/** How many sessions a process remembers, so that the operator can still read what is wrong when the store fails. */
const maxRemembered = 1_000;

/**
 * Finds the session of a request. An unknown cookie counts as a try of its network address: `countTry` counts it, and
 * returns how many milliseconds the address must wait.
 */
export function createSessions(
  { clock, log, database }: ServerContext,
  cookie: SessionCookie,
  countTry: (context: Context) => number,
) {
  const remembered = rememberLatest<PanelSession | undefined>(maxRemembered);

  async function lookUp(secret: string): Promise<FoundSession> {
    const session = await findSession(database, { secret, now: clock() });
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
  if (!isEncrypted && !isOnThisMachine(siteUrl)) return undefined;
  const [name, secure] = isEncrypted ? ["__Host-painel", "; Secure"] : ["painel", ""];
  return {
    name,
    header(secret) {
      const seconds = secret === undefined ? 0 : sessionMs / 1_000;
      return `${name}=${secret ?? ""}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
    },
  };
}
