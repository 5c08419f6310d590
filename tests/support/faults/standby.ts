import { expect, onTestFinished, vi } from "vitest";
import { tellPostgres } from "#tests/support/store/temporary-database.ts";
import {
  startStandby,
  startTemporaryPostgres,
  type TemporaryPostgres,
} from "#tests/support/store/temporary-postgres.ts";
import { countInPostgres } from "./store.ts";

export type Pair = { primary: TemporaryPostgres; standby: TemporaryPostgres };

const connecting = { timeout: 60_000, interval: 50 };

/**
 * Starts two Postgres servers: each commit of the primary waits until the standby has stored it too. Both servers stop
 * at the end of the test, unless `whenDone` chooses another time.
 */
export async function startPair(
  whenDone: (stop: () => Promise<void>) => void = onTestFinished,
): Promise<Pair> {
  const primary = await startTemporaryPostgres();
  whenDone(primary.stop);
  // Copies the files of the stopped server, because the Postgres binaries for the tests have no `pg_basebackup`.
  await primary.shutDown();
  const standby = await startStandby(primary, followingSettings(primary));
  whenDone(standby.stop);
  await primary.restart();
  await tellPostgres(primary.url, "alter system set synchronous_standby_names = '*'");
  await tellPostgres(primary.url, "select pg_reload_conf()");
  await untilSynchronous({ primary });
  return { primary, standby };
}

/** Waits until the standby is connected and synchronous; then commits no longer hang. */
export async function untilSynchronous({ primary }: Pick<Pair, "primary">): Promise<void> {
  await vi.waitFor(async () => {
    const standbys = "pg_stat_replication where sync_state = 'sync'";
    expect(await countInPostgres(primary.url, standbys)).toBe(1);
  }, connecting);
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
