import type { Context } from "hono";
import { live } from "#content/room.ts";
import { readSource, type SourceName, sourceName } from "#lead/visit-source.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { ServerContext } from "#server/context.ts";
import { answerPresses } from "#server/counts/presses.ts";
import { countEntries, type Entry } from "./count-entries.ts";

/** Sends a visitor on to the class. */
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
