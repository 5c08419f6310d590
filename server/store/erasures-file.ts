import { type RawBuilder, sql } from "kysely";
import { outageReason } from "#server/store/connection/errors.ts";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { type Database, type Tables, tables, type Writing } from "./schema.ts";

/** The tables that remember who was erased. A file that has only these is a file of erasures. */
export const rememberedTables = ["erasure_keys", "erasures", "removals"] as const;

type Remembered = (typeof rememberedTables)[number];
export type Erasures = { [Name in Remembered]: Tables[Name][] };

/** Reads what a store remembers of erased people: only a few rows, also after years. */
export async function readErasures(database: Database): Promise<Erasures> {
  return {
    erasure_keys: await database.selectFrom("erasure_keys").selectAll().execute(),
    erasures: await database.selectFrom("erasures").selectAll().execute(),
    removals: await database.selectFrom("removals").selectAll().execute(),
  };
}

/** Reads the erasures of a file of erasures, or of a closed store in SQLite; undefined if the file cannot be read. */
export function readErasuresIn(path: string): Erasures | undefined {
  try {
    const file = new Sqlite(path, { readonly: true, fileMustExist: true });
    const rowsOf = <Name extends Remembered>(name: Name) =>
      file.prepare<[], Tables[Name]>(`select ${columnsOf(name)} from ${name}`).all();
    try {
      return {
        erasure_keys: rowsOf("erasure_keys"),
        erasures: rowsOf("erasures"),
        removals: rowsOf("removals"),
      };
    } finally {
      file.close();
    }
  } catch (error) {
    const hasOtherTables = error instanceof Error && /no such (table|column)/.test(error.message);
    if (!hasOtherTables && outageReason(error) === undefined) throw error;
    return undefined;
  }
}

export function writeErasures(erasures: Erasures, path: string): void {
  const file = new Sqlite(path);
  try {
    for (const name of rememberedTables) {
      const columns = columnsOf(name);
      file.exec(`create table ${name} (${columns})`);
      const insert = file.prepare(`insert into ${name} values (@${columns.join(", @")})`);
      for (const row of erasures[name]) insert.run(row);
    }
  } finally {
    file.close();
  }
}

function columnsOf(name: Remembered): string[] {
  return Object.keys(tables[name]);
}

/**
 * Adds the erasures and removals of another store. If both stores have a row about the same person, the later row
 * stays, and a removal that is done in one of the stores stays done.
 */
export function mergeErasures(database: Database, other: Erasures): Promise<void> {
  return database.transaction().execute(async (writing) => {
    for (const { key } of other.erasure_keys)
      await sql`insert into erasure_keys (key) values (${key}) on conflict do nothing`.execute(
        writing,
      );
    for (const erasure of other.erasures)
      await keepLater(writing, "erasures", erasure, sql`excluded.erased_at > erasures.erased_at`);
    for (const removal of other.removals)
      await keepLater(
        writing,
        "removals",
        removal,
        sql`excluded.queued_at > removals.queued_at
          or (excluded.queued_at = removals.queued_at and removals.done_at is null)`,
      );
  });
}

/** Adds a row, or replaces the stored row of the same person if `isLater`. */
async function keepLater(
  writing: Writing,
  table: Remembered,
  row: Tables["erasures"] | Tables["removals"],
  isLater: RawBuilder<unknown>,
): Promise<void> {
  const columns = Object.keys(row);
  const changes = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})
    on conflict (email_hash) do update set ${sql.join(changes)} where ${isLater}`.execute(writing);
}
