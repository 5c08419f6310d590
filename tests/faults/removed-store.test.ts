import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startLoad } from "#tests/support/faults/load.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import {
  emailSequence,
  emailsInSqlite,
  missingFrom,
  sqliteFolder,
} from "#tests/support/faults/store.ts";

const testTimeLimitMs = 120_000;
const polling = { timeout: 60_000, interval: 50 };
const someSignUps = 40;

test(
  "a server whose log is removed saves what it answered, and ends with 1",
  async () => {
    const folder = await sqliteFolder();
    const newEmail = emailSequence();
    for (const parts of [["-wal"], ["-wal", "-shm"]]) {
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
  "a server whose file is moved away refuses sign-ups and ends with 1, and the file is whole",
  async () => {
    const folder = await sqliteFolder();
    const elsewhere = await sqliteFolder();
    const server = await startFaultServer({ DATA_DIR: folder });
    const load = startLoad({ url: server.url, newEmail: emailSequence() });
    await expect.poll(() => load.acknowledged.size, polling).toBeGreaterThan(someSignUps);
    await rename(join(folder, "leads.sqlite"), join(elsewhere, "leads.sqlite"));
    expect(await server.ended).toBe(1);
    await load.ended;
    await rename(join(folder, "leads.sqlite-wal"), join(elsewhere, "leads.sqlite-wal"));
    expect(missingFrom(emailsInSqlite(elsewhere), load.acknowledged)).toEqual([]);
  },
  testTimeLimitMs,
);
