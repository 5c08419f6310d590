import { sql } from "kysely";
import { dayMs } from "#event/time-zone.ts";
import type { SourceName } from "#lead/visit-source.ts";
import { addCounts } from "#server/store/counts.ts";
import { erasedAmong } from "#server/store/erasure.ts";
import type { Database, Writing } from "#server/store/schema.ts";

export type Entry = {
  /** The person of a pass, whose first entry alone counts; undefined for a visitor without a pass. */
  person: string | undefined;
  source: SourceName;
};

/**
 * Counts entries with one commit. However many they are, they need one write for the people and one for the counts. Those
 * of erased people are left out. Returns all, as done.
 */
export function countEntries(
  database: Database,
  entries: readonly Entry[],
  now: number,
): Promise<readonly Entry[]> {
  return database.transaction().execute(async (writing) => {
    const codes = new Set(entries.flatMap(({ person }) => person ?? []));
    for (const erased of await erasedAmong(writing, codes)) codes.delete(erased);
    const people = await insertPeople(writing, codes, now);
    const counted = entries.filter(({ person }) => person === undefined || people.delete(person));
    await addCounts(
      writing,
      counted.map(({ source }) => ({ minute: now, step: "entered", source })),
    );
    return entries;
  });
}

/** An entry older than this was to the class of another year. */
const otherEditionMs = 180 * dayMs;

/** Notes who entered, and returns those who had not yet entered this class. */
async function insertPeople(
  writing: Writing,
  people: ReadonlySet<string>,
  now: number,
): Promise<Set<string>> {
  if (people.size === 0) return new Set();
  // In the same order in every process: otherwise, in Postgres, two could each wait for a row of the other.
  const rows = [...people].sort().map((person) => sql`(${person}, ${now}, ${now})`);
  const insert = sql<{ person: string }>`
    insert into entries (person, at, tag_due_at) values ${sql.join(rows)}
    on conflict (person) do update set at = excluded.at, tag_due_at = excluded.tag_due_at
      where entries.at < ${now - otherEditionMs}
    returning person`;
  return new Set((await insert.execute(writing)).rows.map(({ person }) => person));
}
