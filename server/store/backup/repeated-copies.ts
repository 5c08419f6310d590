import { type ActionName, recordAction } from "#server/store/action-log.ts";
import type { Database, Writing } from "#server/store/tables.ts";

/** The newest good copy of those that are made to one place again and again. */
export type RepeatedCopy = { place: string; everyMs: number; at: number };

const deed = "copies" satisfies ActionName;
/** After this many intervals without a good copy, copies are late. */
const lateIntervals = 3;

export function isLate({ everyMs, at }: RepeatedCopy, now: number): boolean {
  return now - at > lateIntervals * everyMs;
}

/** One for each place to which copies are made, the newest first. */
export async function findRepeatedCopies(database: Database | Writing): Promise<RepeatedCopy[]> {
  const newest = new Map<string, RepeatedCopy>();
  for (const { copy } of await readRows(database))
    if (copy.at >= (newest.get(copy.place)?.at ?? -Infinity)) newest.set(copy.place, copy);
  return [...newest.values()].sort((one, other) => other.at - one.at);
}

/** Notes a good copy. Only one row for each place is kept, although a copy may be made each minute. */
export async function noteRepeatedCopy(database: Database, copy: RepeatedCopy): Promise<void> {
  await database.transaction().execute(async (writing) => {
    await removePlace(writing, copy.place);
    await recordAction(writing, {
      at: copy.at,
      action: deed,
      detail: `${copy.everyMs} ${copy.place}`,
    });
  });
}

/** Stops expecting copies in this place. Returns whether any were expected. */
export function forgetRepeatedCopies(database: Database, place: string): Promise<boolean> {
  return database.transaction().execute((writing) => removePlace(writing, place));
}

async function removePlace(writing: Writing, place: string): Promise<boolean> {
  const ids = (await readRows(writing)).flatMap(({ id, copy }) => (copy.place === place ? id : []));
  if (ids.length === 0) return false;
  await writing.deleteFrom("deeds").where("id", "in", ids).execute();
  return true;
}

/** A row that this version cannot read is left out. */
async function readRows(
  database: Database | Writing,
): Promise<{ id: number; copy: RepeatedCopy }[]> {
  const rows = await database
    .selectFrom("deeds")
    .select(["id", "at", "detail"])
    .where("deed", "=", deed)
    .execute();
  return rows.flatMap(({ id, at, detail }) => {
    const [, every, place] = /^(\d+) (.+)$/.exec(detail ?? "") ?? [];
    return every === undefined || place === undefined
      ? []
      : [{ id, copy: { place, everyMs: Number(every), at } }];
  });
}
