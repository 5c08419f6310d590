import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import type { Config } from "#server/config.ts";
import { lastMigration, readDurability } from "#server/storage/connection/durability.ts";
import { outageReason } from "#server/storage/connection/errors.ts";
import { describeStore } from "#server/storage/connection/open-database.ts";
import { tryStoring } from "#server/storage/connection/readiness.ts";
import type { Database } from "#server/storage/tables.ts";
import { checkStandby } from "./check-standby.ts";
import { compareClocks } from "./compare-clocks.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

/** A million leads with all that belongs to them take about two. */
const roomyBytes = 2e9;
const tightBytes = 2e8;

/** FULL: each commit waits for the disk. https://www.sqlite.org/pragma.html#pragma_synchronous */
const leastSynchronous = 2;

type Looking = CommandLineIo & { database: Database; config: Config };

/** The store is open: so it is there, its tables are up to date, and it is known to keep what it says it has. */
export async function* checkStore(looking: Looking): AsyncGenerator<DoctorFinding> {
  const { database, config } = looking;
  const { ok } = findingsOn("store");
  yield ok(`${describeStore(config.store)}, tables as of ${await lastMigration(database)}`);
  // Before writing: without its standby Postgres makes every write wait.
  yield await checkStandby(database, config.store);
  yield await checkWriting(database);
  yield await checkDurability(looking);
  yield await checkDisk(looking);
  yield await checkClock(looking);
}

async function checkWriting(database: Database): Promise<DoctorFinding> {
  const { ok, fail } = findingsOn("writing");
  try {
    await tryStoring(database);
    return ok("The store takes what is written.");
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return fail(`The store refuses: ${reason}.`, "Look at its disk, its rights and its server.");
  }
}

async function checkDurability({ database, config, isInMemory }: Looking): Promise<DoctorFinding> {
  const { ok, fail } = findingsOn("power cut");
  const { store } = config;
  if (store.kind === "sqlite" && (await isInMemory(store.folder)))
    return fail(
      `${store.folder} is in memory: a power cut or a restart of the machine takes every lead.`,
      "Set DATA_DIR in .env to a folder on a disk.",
    );
  const settings = await readDurability(database, store.kind);
  const shown = [...settings].map(([name, value]) => `${name} = ${value}`).join(", ");
  const safe =
    store.kind === "sqlite"
      ? settings.get("journal_mode") === "wal" &&
        Number(settings.get("synchronous")) >= leastSynchronous
      : ![...settings.values()].includes("off");
  return safe
    ? ok(`What is acknowledged is on disk (${shown}).`)
    : fail(`What is acknowledged may be lost (${shown}).`, "Correct these settings of the store.");
}

async function checkDisk({ config, freeBytes }: Looking): Promise<DoctorFinding> {
  const { ok, warn, fail } = findingsOn("disk");
  if (config.store.kind === "postgres")
    return warn(
      "The disk of Postgres cannot be seen from here.",
      "Look there: 2 GB should be free.",
    );
  const free = await freeBytes(config.store.folder);
  const text = `${(free / 1e9).toFixed(1)} GB free for ${config.store.folder}`;
  const todo =
    "Make room on that disk, or set DATA_DIR to a larger one and move leads.sqlite there.";
  if (free < tightBytes) return fail(text, todo);
  return free < roomyBytes ? warn(text, todo) : ok(text);
}

async function checkClock({ database, databaseClock, clock }: Looking): Promise<DoctorFinding> {
  const before = clock();
  const theirs = await databaseClock(database);
  return compareClocks("the database's", { ours: (before + clock()) / 2, theirs, graceMs: 0 });
}
