import { sql } from "kysely";
import type { Database } from "#server/store/tables.ts";
import { type Counts, gatherCounts, type StepCount } from "./gather-counts.ts";

/** The most rows in one insert: the statement for each number of rows is kept. */
const maxRows = 100;

/** Adds these counts to the stored ones: all of them, or none. */
export function addCounts(database: Database, counts: Counts): Promise<void> {
  return database.transaction().execute((writing) => addCountsIn(writing, counts));
}

/**
 * The same inside of a transaction that is open. Every process adds in the same order: otherwise, in Postgres, two of
 * them could each wait for a row of the other. For the same reason no other table is written after the counts.
 */
export async function addCountsIn(writing: Database, counts: Counts): Promise<void> {
  const gathered = gatherCounts();
  gathered.add(counts);
  const { steps, minutes, health } = gathered.take();
  await addRows(writing, tables.steps, steps.map(stepRow));
  await addRows(writing, tables.totals, totalsOf(steps));
  await addRows(writing, tables.minutes, minutes);
  await addRows(writing, tables.health, health);
}

type Row = Record<string, string | number>;
type Table = { name: string; keys: readonly string[]; sums: readonly string[] };

const tables = {
  steps: { name: "visit_counts", keys: ["hour", "step", "source", "surface"], sums: ["count"] },
  totals: {
    name: "step_totals",
    keys: ["step", "source", "surface"],
    sums: ["count", "new_people"],
  },
  minutes: { name: "minute_counts", keys: ["minute"], sums: ["views", "sign_ups", "new_people"] },
  health: {
    name: "page_health",
    keys: ["hour", "measure", "value", "file", "build", "device"],
    sums: ["count"],
  },
} satisfies Record<string, Table>;

function stepRow({ newPeople, ...row }: StepCount): Row {
  return row;
}

/** What the steps of all hours add to the totals. */
function totalsOf(steps: readonly StepCount[]): Row[] {
  const gathered = gatherCounts();
  gathered.add({ steps: steps.map((step) => ({ ...step, hour: 0 })) });
  return gathered
    .take()
    .steps.map(({ hour, newPeople = 0, ...row }) => ({ ...row, new_people: newPeople }));
}

async function addRows(writing: Database, table: Table, rows: readonly Row[]): Promise<void> {
  const columns = [...table.keys, ...table.sums];
  for (let start = 0; start < rows.length; start += maxRows) {
    const portion = rows.slice(start, start + maxRows).map((row) => inOrder(row, columns));
    await addition(table, portion).execute(writing);
  }
}

function inOrder(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? 0]));
}

function addition({ name, keys, sums }: Table, rows: readonly Row[]) {
  const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`);
  const added = sums.map((column) => {
    const [stored, more] = [sql.ref(`${name}.${column}`), sql.ref(`excluded.${column}`)];
    return sql`${sql.ref(column)} = ${stored} + ${more}`;
  });
  return sql`
    insert into ${sql.table(name)} (${sql.join([...keys, ...sums].map((column) => sql.ref(column)))})
    values ${sql.join(values)}
    on conflict (${sql.join(keys.map((column) => sql.ref(column)))}) do update set ${sql.join(added)}`;
}
