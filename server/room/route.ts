import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { links } from "#content/links.ts";
import { passParameter } from "#lead/contract.ts";
import { readSource, type SourceName, sourceName } from "#lead/visit-source.ts";
import { logLines } from "#phrases/log-lines.ts";
import { limitPresses, refusePrefetch, senderOf } from "#server/counts/visitor-or-program.ts";
import type { Log } from "#server/log.ts";
import { redirectElsewhere } from "#server/pages/security.ts";
import { networkAddressOf } from "#server/sign-up/limits.ts";
import { readPass } from "#server/sign-up/read-pass.ts";
import { inBatches, orUndefined } from "#server/store/batch.ts";
import type { Database } from "#server/store/row-types.ts";
import { countEntries, type Entry } from "./count-entries.ts";

type RoomDeps = {
  database: Database;
  log: Log;
  clock: () => number;
  /** The clock of the limits, which only goes forward. Tests stop it. */
  limitClock?: () => number;
  linkKey: () => string | undefined;
  /** The number of our own proxies that a request passes. */
  trustedProxies: number;
  /** The origins of our own pages. */
  allowedOrigins: readonly string[];
  /** The link of the room as the store said it last; undefined while the one of `content/links.ts` serves. */
  roomLink: () => string | undefined;
};

/** The most entries that are counted together. A visitor waits 2 s for a store that does not answer, as for a group. */
const limits = { max: 100, withinMs: 2_000, atMostMs: 10_000 };

/** Sends a visitor on to the class. */
export function createRoomAnswer(
  deps: RoomDeps,
): (context: Context) => Promise<Response | undefined> {
  const { database, log, clock, limitClock = () => performance.now(), roomLink } = deps;
  const waitFor = limitPresses(limitClock);
  const repeats = createRepeats(limitClock);
  const counting = inBatches(
    (entries: readonly Entry[]) => countEntries(database, entries, clock()),
    limits,
  );
  const count = orUndefined(counting.add, (reason) => log.error(reason, logLines.entryNotCounted));
  const leadOn = () => redirectElsewhere(roomLink() ?? links.live);

  return async (context) => {
    const { raw } = context.req;
    const sender = senderOf(raw);
    if (sender === "prefetch") return refusePrefetch();
    if (sender !== "visitor") return leadOn();
    const key = deps.linkKey();
    const person = key && readPass(key, context.req.query(passParameter) ?? "");
    const address = networkAddressOf(context, deps.trustedProxies);
    const visitor = person === undefined ? repeats.visitorOf(raw, address) : "";
    if (repeats.isKnown(visitor) || waitFor(address) > 0) return leadOn();
    repeats.note(visitor);
    const counted = await count({ person, source: sourceOf(raw, deps.allowedOrigins) });
    // A failing store does not stop the visitor, who is counted at the next try.
    if (counted === undefined) repeats.forget(visitor);
    return leadOn();
  };
}

const forgetMs = 30_000;
/** More than enter in half a minute. Beyond it a repetition is counted again. */
const maxKnown = 50_000;

/**
 * Recognizes for half a minute, or a whole one at most, who loads the same address again. Only this process knows it, and
 * only by a hash under a key that is new in each process and stands nowhere else.
 */
function createRepeats(clock: () => number) {
  const key = randomBytes(32);
  let [newer, older, since] = [new Set<string>(), new Set<string>(), clock()];
  return {
    visitorOf({ headers }: Request, address: string): string {
      const names = ["user-agent", "accept-language"].map((name) => headers.get(name));
      const visitor = JSON.stringify([address, ...names]);
      return address && createHmac("sha256", key).update(visitor).digest("base64url");
    },
    isKnown(visitor: string): boolean {
      const past = clock() - since;
      if (past >= forgetMs)
        [newer, older, since] = [new Set(), past < 2 * forgetMs ? newer : new Set(), clock()];
      return newer.has(visitor) || older.has(visitor);
    },
    note(visitor: string): void {
      if (visitor !== "" && newer.size < maxKnown) newer.add(visitor);
    },
    forget: (visitor: string) => newer.delete(visitor),
  };
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
