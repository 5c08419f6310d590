import type { Context } from "hono";
import { links } from "#content/links.ts";
import { readSource, type SourceName, sourceName } from "#lead/visit-source.ts";
import { logLines } from "#phrases/log-lines.ts";
import { answerPresses, type PressDeps, pressWaits } from "#server/counts/presses.ts";
import type { Log } from "#server/log.ts";
import { inBatches, orUndefined } from "#server/store/batch.ts";
import type { Database } from "#server/store/row-types.ts";
import { countEntries, type Entry } from "./count-entries.ts";

type RoomDeps = PressDeps & {
  database: Database;
  log: Log;
  clock: () => number;
  /** The origins of our own pages. */
  allowedOrigins: readonly string[];
  /** The link of the room as the store said it last; undefined while the one of `content/links.ts` serves. */
  roomLink: () => string | undefined;
};

/** The most entries that are counted together. */
const maxTogether = 100;

/** Sends a visitor on to the class. */
export function createRoomAnswer(
  deps: RoomDeps,
): (context: Context) => Promise<Response | undefined> {
  const { database, log, clock, allowedOrigins, roomLink } = deps;
  const counting = inBatches(
    (entries: readonly Entry[]) => countEntries(database, entries, clock()),
    { max: maxTogether, ...pressWaits },
  );
  const count = orUndefined(counting.add, (reason) => log.error(reason, logLines.entryNotCounted));

  return answerPresses(deps, async ({ person, isCounted, forget }, request) => {
    // A failing store does not stop the visitor, who is counted at the next try.
    const entry = { person, source: sourceOf(request, allowedOrigins) };
    if (isCounted && (await count(entry)) === undefined) forget();
    return roomLink() ?? links.live;
  });
}

/**
 * The source that the address names or, on the way through a page of ours, the address of that page, which browsers send
 * whole within a site (`Referrer-Policy`). Otherwise the site that led here.
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
