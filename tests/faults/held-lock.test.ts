import { expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { Sqlite, sqliteFile } from "#server/store/connection/sqlite.ts";
import { startLoad } from "#tests/support/faults/load.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import {
  emailSequence,
  emailsInSqlite,
  missingFrom,
  sqliteFolder,
} from "#tests/support/faults/store.ts";

const polling = { timeout: 60_000, interval: 50 };

test("while another process keeps SQLite's write lock, sign-ups are answered 503, all else is answered, and no acknowledged one is lost", async () => {
  const folder = await sqliteFolder();
  const server = await startFaultServer({ DATA_DIR: folder });
  const load = startLoad({ url: server.url, newEmail: emailSequence(), repeats: true });
  await expect.poll(() => load.acknowledged.size, polling).toBeGreaterThan(0);
  const other = new Sqlite(sqliteFile(folder));
  other.exec("begin immediate");
  const asked = Array.from({ length: 10 }, () => ["/healthz", "/", paths.privacy]).flat();
  const answers = asked.map(async (path) => (await fetch(`${server.url}${path}`)).status);
  expect(await Promise.all(answers)).toEqual(asked.map(() => 200));
  await expect.poll(() => load.refusals.length, polling).toBeGreaterThan(0);
  await expect.poll(server.readiness, polling).toBe(503);
  other.close();
  await expect.poll(server.readiness, polling).toBe(200);
  const before = load.acknowledged.size;
  await expect.poll(() => load.acknowledged.size, polling).toBeGreaterThan(before);
  await load.end();
  expect(missingFrom(emailsInSqlite(folder), load.acknowledged)).toEqual([]);
  expect(new Set(load.refusals.map(({ status }) => status))).toEqual(new Set([503]));
  expect([...load.unanswered, ...load.unconnected]).toEqual([]);
});
