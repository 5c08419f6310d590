import { type Compilable, CompiledQuery, type DialectAdapter } from "kysely";
import type { Database } from "#server/storage/tables.ts";

type Row = Record<string, string | number | null>;
type Insertion<Result> = { rows: readonly Row[]; build: () => Compilable<Result> };

const statements = new WeakMap<DialectAdapter, Map<string, string>>();

/**
 * Runs an insert of many rows. Putting such a statement together costs more than running it, so it is kept
 * for each subject and number of rows; the adapter stands for the store, in and outside of a transaction.
 * Rows must name their columns in one order, and the statement may have no other values.
 */
export async function insertPrepared<Result>(
  database: Database,
  subject: string,
  { rows, build }: Insertion<Result>,
): Promise<Result[]> {
  const known = statementsOf(database);
  const name = `${subject} ${rows.length}`;
  const statement = known.get(name) ?? build().compile().sql;
  known.set(name, statement);
  const values = rows.flatMap((row) => Object.values(row));
  const result = await database.executeQuery<Result>(CompiledQuery.raw(statement, values));
  return result.rows;
}

function statementsOf(database: Database): Map<string, string> {
  const { adapter } = database.getExecutor();
  const known = statements.get(adapter) ?? new Map<string, string>();
  statements.set(adapter, known);
  return known;
}
