import { sql } from "kysely";
import type { Database } from "#server/storage/tables.ts";
import type { MinuteCountsTable, PageHealthTable, VisitCountsTable } from "./count-tables.ts";

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;

/** What is added to the stored counts. Several entries about the same step and hour are added up. */
export type Counts = {
  steps?: readonly StepCount[];
  minutes?: readonly MinuteCountsTable[];
  health?: readonly PageHealthTable[];
};

/** `newPeople`: how many of the kept sign-ups were a person's first one. */
export type StepCount = VisitCountsTable & { newPeople?: number };

/** The most rows in one insert: their values stay below the 32,766 of SQLite. */
const maxRows = 2_000;

/** Adds these counts to the stored ones: all of them, or none. */
export function addCounts(database: Database, counts: Counts): Promise<void> {
  return database.transaction().execute((writing) => addCountsIn(writing, counts));
}

/**
 * The same inside of a transaction that is open. Every process adds in the same order: otherwise, in Postgres, two of
 * them could each wait for a row of the other. For the same reason no other table is written after the counts.
 */
export async function addCountsIn(
  writing: Database,
  { steps = [], minutes = [], health = [] }: Counts,
): Promise<void> {
  await addSteps(writing, steps);
  await addTotals(writing, steps);
  await addMinutes(writing, minutes);
  await addHealth(writing, health);
}

async function addSteps(writing: Database, steps: readonly StepCount[]): Promise<void> {
  const rows = steps.map(({ hour, step, source, surface, count }) => {
    return {
      key: `${hour} ${step} ${source} ${surface}`,
      row: { hour, step, source, surface, count },
    };
  });
  for (const values of portions(addedUp(rows, ["count"])))
    await writing
      .insertInto("visit_counts")
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(["hour", "step", "source", "surface"])
          .doUpdateSet({ count: sum("visit_counts", "count") }),
      )
      .execute();
}

async function addTotals(writing: Database, steps: readonly StepCount[]): Promise<void> {
  const rows = steps.map(({ step, source, surface, count, newPeople = 0 }) => {
    const row = { step, source, surface, count, new_people: newPeople };
    return { key: `${step} ${source} ${surface}`, row };
  });
  for (const values of portions(addedUp(rows, ["count", "new_people"])))
    await writing
      .insertInto("step_totals")
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(["step", "source", "surface"]).doUpdateSet({
          count: sum("step_totals", "count"),
          new_people: sum("step_totals", "new_people"),
        }),
      )
      .execute();
}

async function addMinutes(writing: Database, minutes: readonly MinuteCountsTable[]): Promise<void> {
  const rows = minutes.map((row) => ({ key: `${row.minute}`, row }));
  for (const values of portions(addedUp(rows, ["views", "sign_ups", "new_people"])))
    await writing
      .insertInto("minute_counts")
      .values(values)
      .onConflict((conflict) =>
        conflict.column("minute").doUpdateSet({
          views: sum("minute_counts", "views"),
          sign_ups: sum("minute_counts", "sign_ups"),
          new_people: sum("minute_counts", "new_people"),
        }),
      )
      .execute();
}

async function addHealth(writing: Database, health: readonly PageHealthTable[]): Promise<void> {
  const rows = health.map((row) => {
    const { hour, measure, value, file, build, device } = row;
    return { key: [hour, measure, value, file, build, device].join(" "), row };
  });
  for (const values of portions(addedUp(rows, ["count"])))
    await writing
      .insertInto("page_health")
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(["hour", "measure", "value", "file", "build", "device"])
          .doUpdateSet({ count: sum("page_health", "count") }),
      )
      .execute();
}

/** One row for each key, in the order of the keys, with the sums of these columns. */
function addedUp<Column extends string, Row extends Record<Column, number>>(
  rows: readonly { key: string; row: Row }[],
  columns: readonly Column[],
): Row[] {
  const byKey = new Map<string, Row>();
  for (const { key, row } of rows.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
    const earlier = byKey.get(key);
    const sums = columns.map((column) => [column, row[column] + (earlier?.[column] ?? 0)]);
    byKey.set(key, { ...row, ...Object.fromEntries(sums) });
  }
  return [...byKey.values()];
}

function* portions<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += maxRows)
    yield rows.slice(start, start + maxRows);
}

/** What is stored, and what is added. */
function sum(table: string, column: string) {
  return sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
}
