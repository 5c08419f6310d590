import { createHash, randomBytes } from "node:crypto";
import type { Database, Writing } from "#server/store/row-types.ts";

/** How long a link to the panel can be used, and how long the session lasts that it becomes, in milliseconds. */
export const linkMs = 10 * 60_000;
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
