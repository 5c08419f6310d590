import { expect, test } from "vitest";
import type { Database } from "#server/store/row-types.ts";
import { temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { addPanelKey, findSession, openSession } from "./keys.ts";

const now = Date.parse("2026-11-11T23:00:00Z");

test("the store holds no secret of a link or of a session", async () => {
  const database = await temporaryDatabase("sqlite");
  const { secret: link } = await add(database);
  const secret = await sessionOf(database, link);
  const stored = JSON.stringify(await database.selectFrom("panel_keys").selectAll().execute());
  expect(stored).not.toContain(link);
  expect(stored).not.toContain(secret);
  expect(secret).not.toBe(link);
  // A hash that was read from a backup opens nothing.
  const rows = await database.selectFrom("panel_keys").select("session_hash").execute();
  const hash = rows[0]?.session_hash ?? "";
  expect(await findSession(database, { secret: hash, now })).toBeUndefined();
});

function add(database: Database): Promise<{ id: number; secret: string }> {
  return addPanelKey(database, { mayWrite: true, now });
}

async function sessionOf(database: Database, link: string): Promise<string> {
  const session = await openSession(database, { link, now });
  expect(session?.secret).toMatch(/^[\w-]{43}$/);
  return session?.secret ?? "";
}
