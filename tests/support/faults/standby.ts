import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { tellPostgres } from "#tests/support/store/temporary-database.ts";
import {
  copyTemporaryPostgres,
  startTemporaryPostgres,
  type TemporaryPostgres,
} from "#tests/support/store/temporary-postgres.ts";
import { countInPostgres } from "./store.ts";

export type Pair = { primary: TemporaryPostgres; standby: TemporaryPostgres };

const connecting = { timeout: 20_000, interval: 50 };

/**
 * Starts two Postgres servers: each commit of the primary waits until the standby has it. Both servers end with the
 * test.
 */
export async function startPair(): Promise<Pair> {
  const primary = await startTemporaryPostgres();
  onTestFinished(primary.stop);
  // Copies the files of a stopped server, because the binaries for the tests have no `pg_basebackup`.
  await primary.shutDown();
  const standby = await copyTemporaryPostgres(primary, followingSettings(primary));
  onTestFinished(standby.stop);
  await writeFile(join(standby.folder, "data", "standby.signal"), "");
  await primary.restart();
  await standby.restart();
  await tellPostgres(primary.url, "alter system set synchronous_standby_names = '*'");
  await tellPostgres(primary.url, "select pg_reload_conf()");
  await untilSynchronous({ primary });
  return { primary, standby };
}

/** Waits until the standby is connected and synchronous, so that commits no longer hang. */
export async function untilSynchronous({ primary }: Pick<Pair, "primary">): Promise<void> {
  const standbys = () =>
    countInPostgres(primary.url, "pg_stat_replication where sync_state = 'sync'");
  await expect.poll(standbys, connecting).toBe(1);
}

/** Makes a standby the primary, and waits until it accepts writes. */
export async function promote({ url }: TemporaryPostgres): Promise<void> {
  await tellPostgres(url, "select pg_promote()");
}

function followingSettings({ url }: TemporaryPostgres): string[] {
  const { hostname, port, username, password } = new URL(url);
  const address = `host=${hostname} port=${port} user=${username} password=${password}`;
  return [`primary_conninfo = '${address}'`, "wal_retrieve_retry_interval = '100ms'"];
}
