import { type Compilable, CompiledQuery, type DialectAdapter } from "kysely";
import type { Database } from "#server/store/tables.ts";

type Row = Record<string, string | number | null>;
type Insertion<Result> = { rows: readonly Row[]; build: () => Compilable<Result> };

/**
 * The SQL of earlier inserts, kept for each store's Kysely adapter: a store has one adapter, the same inside and
 * outside of a transaction.
 */
const statements = new WeakMap<DialectAdapter, Map<string, string>>();

/**
 * Runs an insert of many rows, and keeps its SQL for each table and number of rows: this saves 4 of the 40 µs that the
 * processor spends on a sign-up. All rows must name their columns in the same order, and the statement may have no
 * values besides those of the rows.
 */
export async function insertPrepared<Result>(
  database: Database,
  table: string,
  { rows, build }: Insertion<Result>,
): Promise<Result[]> {
  const cached = statementsOf(database);
  const name = `${table} ${rows.length}`;
  const statement = cached.get(name) ?? build().compile().sql;
  cached.set(name, statement);
  const values: Row[string][] = [];
  for (const row of rows) for (const column in row) values.push(row[column] ?? null);
  const result = await database.executeQuery<Result>(CompiledQuery.raw(statement, values));
  return result.rows;
}

function statementsOf(database: Database): Map<string, string> {
  const { adapter } = database.getExecutor();
  const cached = statements.get(adapter) ?? new Map<string, string>();
  statements.set(adapter, cached);
  return cached;
}
