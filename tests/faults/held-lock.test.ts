import { expect, test } from "vitest";
import { paths } from "#content/paths.ts";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import { startLoad } from "#tests/support/faults/load.ts";
import { runOutside } from "#tests/support/faults/outside.ts";
import { slowWaits, startFaultServer } from "#tests/support/faults/server.ts";
import { signUp } from "#tests/support/faults/sign-up.ts";
import {
  emailSequence,
  emailsInSqlite,
  missingFrom,
  sqliteFolder,
} from "#tests/support/faults/store.ts";

/** A busy machine stands still for seconds: the sign-up may then wait so many times longer. */
const slower = 20;
const polling = { timeout: 60_000, interval: 50 };

test("while another process keeps SQLite's write lock, a sign-up waits, and all else is answered", async () => {
  const folder = await sqliteFolder();
  const server = await startFaultServer({ DATA_DIR: folder, ...slowWaits(slower) });
  const release = await holdLock(folder);
  const answers: string[] = [];
  const ana = { url: server.url, email: "ana@example.com" };
  let signedUp: Promise<unknown> = Promise.resolve();
  await new Promise<void>((onBegun) => {
    signedUp = signUp({ ...ana, onBegun }).then(({ status }) => answers.push(`sign-up ${status}`));
  });
  const asked = Array.from({ length: 10 }, () => ["/healthz", "/", paths.privacy]).flat();
  for (const path of asked) {
    const { status } = await fetch(`${server.url}${path}`);
    answers.push(`${path} ${status}`);
  }
  expect(answers).toEqual(asked.map((path) => `${path} 200`));
  await release();
  await signedUp;
  expect(answers.at(-1)).toBe("sign-up 200");
  expect([...emailsInSqlite(folder)]).toEqual(["ana@example.com"]);
});

test("a lock that lasts has sign-ups answered 503, and no acknowledged one is lost", async () => {
  const folder = await sqliteFolder();
  const server = await startFaultServer({ DATA_DIR: folder });
  const load = startLoad({ url: server.url, newEmail: emailSequence(), repeats: true });
  await expect.poll(() => load.acknowledged.size, polling).toBeGreaterThan(0);
  const release = await holdLock(folder);
  await expect.poll(() => load.refusals.length, polling).toBeGreaterThan(0);
  await expect.poll(server.readiness, polling).toBe(503);
  await release();
  await expect.poll(server.readiness, polling).toBe(200);
  const before = load.acknowledged.size;
  await expect.poll(() => load.acknowledged.size, polling).toBeGreaterThan(before);
  await load.end();
  expect(missingFrom(emailsInSqlite(folder), load.acknowledged)).toEqual([]);
  expect(new Set(load.refusals.map(({ status }) => status))).toEqual(new Set([503]));
  expect([...load.unanswered, ...load.unconnected]).toEqual([]);
});

/** Returns a function that ends the process which keeps the lock. */
function holdLock(folder: string): Promise<() => Promise<void>> {
  const program = `
    import Sqlite from "better-sqlite3";
    const file = new Sqlite(process.argv[1]);
    file.exec("begin immediate");
    process.stdout.write("held");
    setInterval(() => {}, 1_000);`;
  return runOutside(program, [sqliteFile(folder)]);
}
