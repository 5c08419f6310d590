import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copySqlite } from "#server/store/backup/copy-sqlite.ts";
import { startLoad } from "#tests/support/faults/load.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import {
  emailSequence,
  emailsInSqlite,
  missingFrom,
  sqliteFolder,
} from "#tests/support/faults/store.ts";

const testTimeLimitMs = 120_000;
const polling = { timeout: 60_000, interval: 5 };
const someSignUps = 40;

test(
  "a server whose log is removed saves what it answered, and ends with 1",
  async () => {
    const folder = await sqliteFolder();
    const newEmail = emailSequence();
    for (const parts of [["-wal"], ["-shm"], ["-wal", "-shm"]]) {
      const server = await startFaultServer({ DATA_DIR: folder });
      expect(await server.readiness()).toBe(200);
      const load = startLoad({ url: server.url, newEmail });
      await expect.poll(() => load.acknowledged.size, polling).toBeGreaterThan(someSignUps);
      for (const part of parts) await rm(join(folder, `leads.sqlite${part}`));
      expect(await server.ended, `without ${parts}`).toBe(1);
      await load.ended;
      expect(missingFrom(emailsInSqlite(folder), load.acknowledged), `${parts}`).toEqual([]);
    }
  },
  testTimeLimitMs,
);

test(
  "after a backup is copied over its file, a server stores no sign-up",
  async () => {
    const folder = await sqliteFolder();
    const file = join(folder, "leads.sqlite");
    const backup = join(await sqliteFolder(), "backup.sqlite");
    const server = await startFaultServer({ DATA_DIR: folder });
    const load = startLoad({ url: server.url, newEmail: emailSequence() });
    await expect.poll(() => load.acknowledged.size, polling).toBeGreaterThan(someSignUps);
    copySqlite(file, backup);
    await copyFile(backup, file);
    await expect.poll(server.readiness, polling).toBe(503);
    const before = load.acknowledged.size;
    const refused = load.refusals.length;
    await expect.poll(() => load.refusals.length, polling).toBeGreaterThan(refused + someSignUps);
    expect(load.acknowledged.size).toBe(before);
    await load.end();
  },
  testTimeLimitMs,
);
