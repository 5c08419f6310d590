import type { Context } from "hono";
import { sql } from "kysely";
import { live } from "#content/room.ts";
import { dayMs } from "#event/time-zone.ts";
import { readSource, type SourceName, sourceName } from "#lead/visit-source.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { ServerContext } from "#server/context.ts";
import { answerPresses } from "#server/counts/redirects.ts";
import { addCounts } from "#server/store/counts.ts";
import { erasedAmong } from "#server/store/erasure.ts";
import type { Database, Writing } from "#server/store/schema.ts";

/** Redirects a visitor to the class. */
export function createRoomAnswer(
  server: ServerContext,
): (context: Context) => Promise<Response | undefined> {
  const { signUpDatabase, clock, config, roomLink } = server;
  return answerPresses(server, {
    countAll: (entries: readonly Entry[]) => countEntries(signUpDatabase, entries, clock()),
    max: 100,
    notCounted: logLines.entryNotCounted,
    async leadTo({ request, person, isCounted }, count) {
      if (isCounted) await count({ person, source: sourceOf(request, config.allowedOrigins) });
      return roomLink() ?? live;
    },
  });
}

/**
 * The source of an entry: the source that the requested address names. If it names none and the visitor came from a page
 * of ours, the source in the address of that page (within a site, browsers send the whole address: `Referrer-Policy`).
 * Otherwise the site from which the visitor came.
 */
function sourceOf({ url, headers }: Request, allowedOrigins: readonly string[]): SourceName {
  const referrer = headers.get("referer") ?? "";
  const from = URL.canParse(referrer) ? new URL(referrer) : undefined;
  const isOwn = from !== undefined && allowedOrigins.includes(from.origin);
  const own = new URL(url).searchParams;
  const named = own.has("utm_source") || !isOwn ? own : from.searchParams;
  const site = from !== undefined && !isOwn ? { referrer } : {};
  return sourceName({ last: readSource({ ...Object.fromEntries(named), ...site }) });
}

export type Entry = {
  /** The person of a pass, of whom only the first entry counts; undefined for a visitor without a pass. */
  person: string | undefined;
  source: SourceName;
};

/**
 * Counts entries with one commit. However many entries there are, they need one write for the people and one for the
 * counts. Entries of erased people are left out. Returns all entries, as done.
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

/** An entry older than this belongs to the class of another year. */
const otherEditionMs = 180 * dayMs;

/** Records who entered, and returns the people who had not yet entered this class. */
async function insertPeople(
  writing: Writing,
  people: ReadonlySet<string>,
  now: number,
): Promise<Set<string>> {
  if (people.size === 0) return new Set();
  // People are sorted, so that all processes write in the same order: otherwise two processes in Postgres could wait
  // for each other.
  const rows = [...people].sort().map((person) => sql`(${person}, ${now}, ${now})`);
  const insert = sql<{ person: string }>`
    insert into entries (person, at, tag_due_at) values ${sql.join(rows)}
    on conflict (person) do update set at = excluded.at, tag_due_at = excluded.tag_due_at
      where entries.at < ${now - otherEditionMs}
    returning person`;
  return new Set((await insert.execute(writing)).rows.map(({ person }) => person));
}
