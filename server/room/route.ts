import type { Context } from "hono";
import { links } from "#content/links.ts";
import { readSource, type SourceName, sourceName } from "#lead/visit-source.ts";
import { logLines } from "#phrases/log-lines.ts";
import { answerPresses, type PressDeps } from "#server/counts/presses.ts";
import type { Database } from "#server/store/row-types.ts";
import { countEntries, type Entry } from "./count-entries.ts";

type RoomDeps = PressDeps & {
  database: Database;
  clock: () => number;
  /** The origins of our own pages. */
  allowedOrigins: readonly string[];
  /** The link of the room as the store said it last; undefined while the one of `content/links.ts` serves. */
  roomLink: () => string | undefined;
};

/** Sends a visitor on to the class. */
export function createRoomAnswer(
  deps: RoomDeps,
): (context: Context) => Promise<Response | undefined> {
  const { database, clock, allowedOrigins, roomLink } = deps;
  return answerPresses(deps, {
    countAll: (entries: readonly Entry[]) => countEntries(database, entries, clock()),
    max: 100,
    notCounted: logLines.entryNotCounted,
    async leadTo({ request, person, isCounted }, count) {
      if (isCounted) await count({ person, source: sourceOf(request, allowedOrigins) });
      return roomLink() ?? links.live;
    },
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
