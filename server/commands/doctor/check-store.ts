import type { CommandLineIo, WithDatabase } from "#server/commands/command-line/command.ts";
import { lastMigration, readDurability } from "#server/storage/connection/durability.ts";
import { outageReason } from "#server/storage/connection/errors.ts";
import { describeStore } from "#server/storage/connection/open-database.ts";
import { tryStoring } from "#server/storage/connection/readiness.ts";
import type { Database } from "#server/storage/tables.ts";
import { checkStandby } from "./check-standby.ts";
import { compareClocks } from "./compare-clocks.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

/**
 * Doctor warns when the disk of the store has less free space than this, in bytes: a million leads with their
 * submissions and deliveries take about 2 GB.
 */
const warnBelowBytes = 2e9;
const failBelowBytes = 2e8;

/**
 * The value FULL of SQLite's setting `synchronous`: each commit waits until its data is on the disk.
 * https://www.sqlite.org/pragma.html#pragma_synchronous
 */
const minSynchronous = 2;

type Io = CommandLineIo & WithDatabase;

/** Checks a store that the program could open. Such a store exists, its tables are up to date, and its settings are durable. */
export async function* checkStore(io: Io): AsyncGenerator<DoctorFinding> {
  const { database, config } = io;
  const { ok } = findingsOn("store");
  yield ok(
    `${describeStore(config.store)}, with the tables of migration ${await lastMigration(database)}`,
  );
  // Doctor checks the standby before it writes to the store: while the standby is missing, Postgres makes every write
  // wait.
  yield await checkStandby(database, config.store);
  yield await checkWriting(database);
  yield await checkDurability(io);
  yield await checkDisk(io);
  yield await checkClock(io);
}

async function checkWriting(database: Database): Promise<DoctorFinding> {
  const { ok, fail } = findingsOn("writing");
  try {
    await tryStoring(database);
    return ok("The store can be written to.");
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return fail(
      `The store cannot be written to: ${reason}.`,
      "Check its disk, its file rights and its database server.",
    );
  }
}

async function checkDurability({ database, config, isInMemory }: Io): Promise<DoctorFinding> {
  const { ok, fail } = findingsOn("power cut");
  const { store } = config;
  if (store.kind === "sqlite" && (await isInMemory(store.folder)))
    return fail(
      `${store.folder} is in memory: a power cut or a restart of the machine deletes every lead.`,
      "Set DATA_DIR in .env to a folder on a disk.",
    );
  const settings = await readDurability(database, store.kind);
  const shown = [...settings].map(([name, value]) => `${name} = ${value}`).join(", ");
  const safe =
    store.kind === "sqlite"
      ? settings.get("journal_mode") === "wal" &&
        Number(settings.get("synchronous")) >= minSynchronous
      : ![...settings.values()].includes("off");
  return safe
    ? ok(`Acknowledged sign-ups are on disk (${shown}).`)
    : fail(
        `Acknowledged sign-ups may be lost (${shown}).`,
        "Correct these settings of the database.",
      );
}

async function checkDisk({ config, freeBytes }: Io): Promise<DoctorFinding> {
  const { ok, warn, fail } = findingsOn("disk");
  if (config.store.kind === "postgres")
    return warn(
      "The disk of Postgres cannot be checked from here.",
      "Check it on the machine of Postgres: 2 GB should be free.",
    );
  const free = await freeBytes(config.store.folder);
  const text = `${(free / 1e9).toFixed(1)} GB are free for ${config.store.folder}.`;
  const todo =
    "Make room on that disk. Or stop the server, move leads.sqlite to a larger disk, and set DATA_DIR in .env to its folder.";
  if (free < failBelowBytes) return fail(text, todo);
  return free < warnBelowBytes ? warn(text, todo) : ok(text);
}

async function checkClock({ database, databaseClock, clock }: Io): Promise<DoctorFinding> {
  const before = clock();
  const theirs = await databaseClock(database);
  return compareClocks("the database", { ours: (before + clock()) / 2, theirs, inaccuracyMs: 0 });
}
