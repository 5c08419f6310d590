import { mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { minuteMs } from "#event/time-zone.ts";
import type { WithStore } from "#server/command-line/command.ts";
import { formatCount } from "#server/command-line/text.ts";
import { openUsable } from "#server/store/connection/open-database.ts";
import { type Database, type Tables, tables } from "#server/store/row-types.ts";
import { findUnfit } from "./copy.ts";
import { copyName, copyTime, folderForParts, removeLeftParts } from "./places.ts";
import { prepare } from "./restore-command.ts";

/** The rest of the disk that a proof leaves to the server. */
const spareBytes = 64 * 1024 * 1024;

/**
 * Restores a copy that was fetched into a store of its own beside ours, and compares the two. Returns what is wrong with the
 * copy, as a part of a sentence; undefined if nothing is.
 */
export async function proveCopy(
  { store, clock, freeBytes }: WithStore,
  database: Database,
  { name, file }: { name: string; file: string },
  stopped: AbortSignal,
): Promise<string | undefined> {
  const unusable = (reason: string) => `a cópia ${name} não pode ser restaurada (${reason})`;
  const unfit = findUnfit(file);
  if (unfit !== undefined) return unusable(unfit);
  const folder = folderForParts(store);
  // The store that is made, and what is written to it meanwhile: each is at most as large as the copy.
  const needed = 2 * statSync(file).size + spareBytes;
  if ((await freeBytes(folder)) < needed)
    return `falta espaço para a prova: são precisos ${formatCount(Math.ceil(needed / 1e6))} MB livres em ${folder}`;
  const now = clock();
  removeLeftParts(folder, now);
  const scratch = mkdtempSync(join(folder, `${copyName(now)}.part-`));
  try {
    await prepare(scratch, { backup: file, now }, []);
    const restored = await openUsable({ kind: "sqlite", folder: scratch });
    const until = (copyTime(name) ?? now) - settledMs;
    const difference = compare({ restored, database, until, stopped });
    const found = await difference.finally(() => restored.destroy());
    return found && `a cópia ${name} ${found}`;
  } catch (error) {
    // The tables of a store of another program, or of one before the first release.
    const isOther = error instanceof Error && /no such (table|column)/.test(error.message);
    if (!isOther) throw error;
    return unusable(`ela tem outras tabelas: ${error.message}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * What is stored under a time has reached the disk this much later, by whatever machine's clock. So all that the store
 * holds from before this time is in the copy.
 */
const settledMs = 5 * minuteMs;

type Compared = {
  /** What the rows are, in the operator's words. */
  words: string;
  table: keyof Tables;
  key: string;
  /** The time since which a row is as it is. */
  at: string;
  /** What does not change without a later time in `at`. */
  columns: readonly string[];
  only?: RawBuilder<unknown>;
};

const { derived_at: _, released_at: __, id: ___, ...asSent } = tables.submissions;

/**
 * Rows of our store must be in the copy as they are. The other way round, a copy rightly holds what was erased or removed
 * by retention since; and what has changed since has a later time.
 */
const compared = (until: number): readonly Compared[] => [
  {
    words: "inscrições",
    table: "submissions",
    key: "id",
    at: "received_at",
    columns: Object.keys(asSent),
  },
  {
    words: "leads",
    table: "leads",
    key: "email_key",
    at: "updated_at",
    columns: ["name", "email", "whatsapp", "phone"],
    // A lead has the time of its sign-up, also when it is derived or released much later.
    only: sql`and not exists (select 1 from submissions
      where submissions.email_key = leads.email_key and derived_at > ${until})`,
  },
  {
    words: "entregas",
    table: "deliveries",
    key: "lead_id",
    at: "updated_at",
    columns: ["state", "contact_id"],
    only: sql`and state in ('delivered', 'parked')`,
  },
  { words: "apagamentos", table: "erasures", key: "email_hash", at: "erased_at", columns: [] },
  {
    words: "grupos",
    table: "groups",
    key: "id",
    at: "opened_at",
    // A replaced link has no time of its own.
    columns: ["members", "stop_at"],
  },
];

type Sides = { restored: Database; database: Database; until: number; stopped: AbortSignal };

/** Says in which way the restored copy is not our store as it was until a time; undefined if it is the same. */
async function compare(sides: Sides): Promise<string | undefined> {
  const { restored, database, until } = sides;
  for (const [table, columns] of Object.entries(tables)) {
    const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
    await sql`select ${names} from ${sql.table(table)} limit 0`.execute(restored);
  }
  const ours = new Set((await keysOf(database)).map(({ key }) => key));
  if (!(await keysOf(restored)).every(({ key }) => ours.has(key)))
    return "é de outro banco: dois lançamentos precisam de lugares diferentes";
  const differences: string[] = [];
  for (const part of compared(until)) {
    const { all, other } = await countOther(part, sides);
    if (other > 0) differences.push(`${formatCount(other)} de ${formatCount(all)} ${part.words}`);
  }
  return differences.length === 0
    ? undefined
    : `não é igual ao banco: faltam ou diferem ${differences.join(", ")}`;
}

/** Each store has a key of its own, and keeps those of the stores from which it was restored. */
function keysOf(database: Database) {
  return database.selectFrom("erasure_keys").select("key").execute();
}

const pageSize = 1_000;

type Row = Readonly<Record<string, unknown>>;

/** Counts our rows from before the time, and those of them that are missing or other in the copy; page by page. */
async function countOther(
  { table, key, at, columns, only = sql`` }: Compared,
  { restored, database, until, stopped }: Sides,
) {
  const names = sql.join([key, ...columns].map((column) => sql.ref(column)));
  const select = sql`select ${names} from ${sql.table(table)} where`;
  const id = sql.ref(key);
  let [all, other] = [0, 0];
  for (let last: unknown; ; ) {
    stopped.throwIfAborted();
    const after = last === undefined ? sql`` : sql`and ${id} > ${last}`;
    const page = sql<Row>`${select} ${sql.ref(at)} <= ${until} ${only} ${after} order by ${id} limit ${sql.lit(pageSize)}`;
    const { rows } = await page.execute(database);
    if (rows.length === 0) return { all, other };
    const same = sql<Row>`${select} ${id} in (${sql.join(rows.map((row) => row[key]))})`;
    const copied = (await same.execute(restored)).rows.map((row) => JSON.stringify(row));
    const known = new Set(copied);
    all += rows.length;
    other += rows.filter((row) => !known.has(JSON.stringify(row))).length;
    last = rows.at(-1)?.[key];
  }
}
