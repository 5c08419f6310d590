import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { isOnThisMachine } from "#server/config.ts";
import { recordAction } from "#server/store/action-log.ts";
import type { Database, Writing } from "#server/store/schema.ts";
import { panelPaths } from "./addresses.ts";

// Sentences in pages.ts, command.ts, greeting.ts and docs/operacao/painel.md say both times in words.
/** How long a link to the panel can be used, in milliseconds. */
export const linkMs = 10 * 60_000;
/** How long a session lasts after its link was used, in milliseconds. */
export const sessionMs = 12 * 60 * 60_000;

/** Makes a link to the panel. The link's secret exists only here and in the link: the store keeps only a hash. */
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
  /** The panel session that makes the link; undefined if a command or the start of a server makes the link. */
  madeBy?: number;
};

/** Makes a link to the panel, records that in the log of actions, and returns the whole address. */
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
 * Makes a link when a server starts and no link and no session can be used. The server prints the link, so the
 * first link needs no command. Undefined if a link or a session can be used already, or if this site can have no panel.
 */
export async function firstPanelLink(
  database: Database,
  { now, siteUrl }: { now: number; siteUrl: string },
): Promise<string | undefined> {
  if (sessionCookieOf(siteUrl) === undefined) return undefined;
  if ((await listOpenKeys(database, now)).length > 0) return undefined;
  return makePanelLink(database, { mayWrite: true, now, siteUrl });
}

/**
 * Opens a session with a link. The link is used up in one statement, so that of two uses at once only one gets a
 * session. No session begins without its line in the log of actions.
 */
export async function openSession(
  database: Database,
  { link, now }: { link: string; now: number },
): Promise<{ id: number; secret: string } | undefined> {
  const secret = newSecret();
  return database.transaction().execute(async (writing) => {
    const row = await writing
      .updateTable("panel_keys")
      .set({ session_hash: hashOf(secret), used_at: now })
      .where("link_hash", "=", hashOf(link))
      .where("used_at", "is", null)
      .where("made_at", ">", now - linkMs)
      .returning("id")
      .executeTakeFirst();
    if (row === undefined) return undefined;
    await recordAction(writing, { at: now, action: "panel opened", panelKey: row.id });
    return { id: row.id, secret };
  });
}

export type PanelSession = { id: number; mayWrite: boolean };

/** The session of this secret; undefined if there is none, if it is over, or if it was revoked. */
export async function findSession(
  database: Database,
  { secret, now }: { secret: string; now: number },
): Promise<PanelSession | undefined> {
  const row = await database
    .selectFrom("panel_keys")
    .select(["id", "may_write"])
    .where("session_hash", "=", hashOf(secret))
    .where("used_at", ">", now - sessionMs)
    .executeTakeFirst();
  return row && { id: row.id, mayWrite: row.may_write === 1 };
}

/** Ends a session and records the end: both happen, or neither. */
export async function endSession(
  database: Database,
  { id, now }: { id: number; now: number },
): Promise<void> {
  await database.transaction().execute(async (writing) => {
    await revokePanelKeys(writing, id);
    await recordAction(writing, { at: now, action: "panel closed", panelKey: id });
  });
}

/**
 * Locks the session until the transaction ends: the session cannot be revoked, and no other request of this session can
 * have the lock. Returns false if the session was revoked.
 */
export async function holdSession(writing: Writing, id: number): Promise<boolean> {
  const { numUpdatedRows } = await writing
    .updateTable("panel_keys")
    .set(({ ref }) => ({ used_at: ref("used_at") }))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** A link that can still be used, or a session that lasts. It is valid from `since` until `until`. */
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

/** Ends one link or session, or all of both, for every later request. Returns how many were ended. */
export async function revokePanelKeys(database: Database, which: number | "all"): Promise<number> {
  const all = database.deleteFrom("panel_keys");
  const query = which === "all" ? all : all.where("id", "=", which);
  const { numDeletedRows } = await query.executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** What a secret looks like, in a link and in the cookie. */
export function isSecret(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function hashOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** The cookie that holds the secret of a session. */
export type SessionCookie = {
  /** The secret that the browser sent; empty if it sent none. */
  read: (context: Context) => string;
  /** The header `Set-Cookie` that gives the browser this secret; without a secret it removes the cookie. */
  header: (secret?: string) => string;
};

/**
 * The cookie for a site at this address; undefined if the secret would be sent unencrypted. Browsers accept a cookie
 * `__Host-` only over HTTPS and from exactly this host, so no other host of the domain can set a session.
 */
export function sessionCookieOf(siteUrl: string): SessionCookie | undefined {
  const isEncrypted = new URL(siteUrl).protocol === "https:";
  if (!isEncrypted && !isOnThisMachine(siteUrl)) return undefined;
  const [name, secure] = isEncrypted ? ["__Host-painel", "; Secure"] : ["painel", ""];
  return {
    read: (context) => getCookie(context, name) ?? "",
    header(secret) {
      const seconds = secret === undefined ? 0 : sessionMs / 1_000;
      return `${name}=${secret ?? ""}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
    },
  };
}
