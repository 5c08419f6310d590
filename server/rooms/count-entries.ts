import { sql } from "kysely";
import { dayMs, hourMs, minuteMs } from "#event/time-zone.ts";
import type { SourceName } from "#lead/visit-source.ts";
import { takeLock } from "#server/store/connection/postgres.ts";
import { isPostgres } from "#server/store/connection/queries.ts";
import { addCounts, type Counts, sumCounts } from "#server/store/counts.ts";
import type { Database, Writing } from "#server/store/row-types.ts";
import { listRooms, presentRoom, type Room } from "./rooms.ts";

export type Entry = {
  /** The person of a pass, whose first entry alone counts; undefined for a visitor without a pass. */
  person: string | undefined;
  source: SourceName;
};

/** Where a counted entry leads; the room is undefined without rooms. */
type Found = { room: Room | undefined };

/**
 * Counts entries with one commit, and returns where each leads. However many they are, they need one write for the people,
 * one for each room and three for the counts. In Postgres one process does this at a time, so that a room does not get more
 * people than it has places.
 */
export function countEntries(
  database: Database,
  entries: readonly Entry[],
  now: number,
): Promise<Found[]> {
  return database.transaction().execute(async (writing) => {
    if (isPostgres(writing)) await takeLock(writing, { to: "countEntries" });
    const rooms = await listRooms(writing);
    const people = await insertPeople(writing, entries, now);
    const entered = new Map<number, number>();
    const counted: Entry[] = [];
    const found = entries.map((entry) => {
      const room = presentRoom(rooms);
      if (entry.person !== undefined && !people.delete(entry.person)) return { room };
      counted.push(entry);
      if (room !== undefined) {
        room.entered += 1;
        entered.set(room.id, (entered.get(room.id) ?? 0) + 1);
      }
      return { room };
    });
    for (const [id, count] of entered)
      await sql`update rooms set entered = entered + ${count} where id = ${id}`.execute(writing);
    await addCounts(writing, sumCounts(countsOf(counted, now)));
    return found;
  });
}

/** An entry older than this was to the class of another year. */
const otherEditionMs = 180 * dayMs;

/** Notes who entered, and returns those who had not yet entered this class. */
async function insertPeople(
  writing: Writing,
  entries: readonly Entry[],
  now: number,
): Promise<Set<string>> {
  const people = new Set(entries.flatMap(({ person }) => person ?? []));
  if (people.size === 0) return people;
  const rows = [...people].map((person) => sql`(${person}, ${now}, ${now})`);
  const insert = sql<{ person: string }>`
    insert into entries (person, at, tag_due_at) values ${sql.join(rows)}
    on conflict (person) do update set at = excluded.at, tag_due_at = excluded.tag_due_at
      where entries.at < ${now - otherEditionMs}
    returning person`;
  return new Set((await insert.execute(writing)).rows.map(({ person }) => person));
}

function countsOf(entries: readonly Entry[], now: number): Counts {
  const [hour, minute] = [now - (now % hourMs), now - (now % minuteMs)];
  return {
    steps: entries.map(({ source }) => {
      return { hour, step: "entered", source, surface: "none", count: 1 };
    }),
    minutes: entries.map(() => ({ minute, entered: 1 })),
  };
}
