import { subjects } from "#phrases/doctor/doctor.ts";
import { storeFindings as phrases } from "#phrases/doctor/store.ts";
import type { CommandLineIo, WithDatabase } from "#server/commands/command-line/command.ts";
import { formatDecimal } from "#server/commands/printing/text.ts";
import { lastMigration, readDurability, tryStoring } from "#server/store/connection/durability.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import type { Database } from "#server/store/tables.ts";
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
  const { ok } = findingsOn(subjects.store);
  yield ok(phrases.open(describeStore(config.store), await lastMigration(database)));
  // Doctor checks the standby before it writes to the store: while the standby is missing, Postgres makes every write
  // wait.
  yield await checkStandby(database, config.store);
  yield await checkWriting(database);
  yield await checkDurability(io);
  yield await checkDisk(io);
  yield await checkClock(io);
}

async function checkWriting(database: Database): Promise<DoctorFinding> {
  const { ok, fail } = findingsOn(subjects.writing);
  try {
    await tryStoring(database);
    return ok(phrases.canWrite);
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return fail(phrases.cannotWrite(reason), phrases.checkStore);
  }
}

async function checkDurability({ database, config, isInMemory }: Io): Promise<DoctorFinding> {
  const { ok, fail } = findingsOn(subjects.powerCut);
  const { store } = config;
  if (store.kind === "sqlite" && (await isInMemory(store.folder)))
    return fail(phrases.inMemory(store.folder), phrases.moveToDisk);
  const settings = await readDurability(database, store.kind);
  const shown = [...settings].map(([name, value]) => `${name} = ${value}`).join(", ");
  const safe =
    store.kind === "sqlite"
      ? settings.get("journal_mode") === "wal" &&
        Number(settings.get("synchronous")) >= minSynchronous
      : ![...settings.values()].includes("off");
  return safe ? ok(phrases.durable(shown)) : fail(phrases.notDurable(shown), phrases.makeDurable);
}

async function checkDisk({ config, freeBytes }: Io): Promise<DoctorFinding> {
  const { ok, warn, fail } = findingsOn(subjects.disk);
  if (config.store.kind === "postgres")
    return warn(phrases.postgresDisk, phrases.checkPostgresDisk);
  const free = await freeBytes(config.store.folder);
  const text = phrases.freeSpace(formatDecimal(free / 1e9), config.store.folder);
  const todo = phrases.makeRoom;
  if (free < failBelowBytes) return fail(text, todo);
  return free < warnBelowBytes ? warn(text, todo) : ok(text);
}

async function checkClock({ database, databaseClock, clock }: Io): Promise<DoctorFinding> {
  const before = clock();
  const theirs = await databaseClock(database);
  return compareClocks(phrases.clocks.database, {
    ours: (before + clock()) / 2,
    theirs,
    inaccuracyMs: 0,
  });
}
