import type { Context } from "hono";
import { links } from "#content/links.ts";
import { paths } from "#content/paths.ts";
import { hourMs, minuteMs } from "#event/time-zone.ts";
import { passParameter } from "#lead/contract.ts";
import { logLines } from "#phrases/log-lines.ts";
import {
  limitCounts,
  limitPresses,
  refusePrefetch,
  senderOf,
} from "#server/counts/visitor-or-program.ts";
import type { Log } from "#server/log.ts";
import { redirectElsewhere } from "#server/pages/security.ts";
import { networkAddressOf } from "#server/sign-up/limits.ts";
import { readPass } from "#server/sign-up/read-pass.ts";
import { inBatches, orUndefined } from "#server/store/batch.ts";
import type { Counts } from "#server/store/counts.ts";
import type { Database } from "#server/store/row-types.ts";
import { type FoundPlace, findPlace, inOneCommit, sayFull, takePlace } from "./count-presses.ts";

type GroupDeps = {
  database: Database;
  log: Log;
  clock: () => number;
  /** Adds to the counts of visits. */
  countVisits: (counts: Counts) => void;
  /** The clock of the limits, which only goes forward. Tests stop it. */
  limitClock?: () => number;
  /** The key that signs the passes; undefined until the store has told it. */
  linkKey: () => string | undefined;
  /** The number of our own proxies that a request passes. */
  trustedProxies: number;
};

type Press = {
  /** The person of a sign-up; undefined for a visitor whose link has no pass. */
  person: string | undefined;
  /** Whether the visitor found the group full, and asks for another one. */
  foundFull: boolean;
  isCounted: boolean;
};

/** A visitor waits 2 s for a store that does not answer. In a rush, while the store does answer, it may be up to 10 s. */
const waits = { withinMs: 2_000, atMostMs: 10_000 };

/** The most presses that are counted together: until they are counted, SQLite keeps sign-ups waiting. */
const maxTogether = 25;

/** Answers with a redirect to the group, or to another group; undefined if all groups are full. */
export function createGroupAnswer(
  deps: GroupDeps,
): (context: Context) => Promise<Response | undefined> {
  const { log, clock, limitClock = () => performance.now() } = deps;
  const waitFor = limitPresses(limitClock);
  const isInFigures = limitCounts(limitClock);
  const findTogether = inBatches((presses: readonly Press[]) => findAll(deps, presses), {
    max: maxTogether,
    ...waits,
  });
  let lastKnown = { id: 0, link: links.group };
  const find = orUndefined(findTogether.add, (reason) =>
    log.error(reason, logLines.groupNotCounted),
  );

  return async (context) => {
    const sender = senderOf(context.req.raw);
    if (sender === "prefetch") return refusePrefetch();
    const isPress = sender === "visitor";
    // A program that only looks gets the present group, also from the link to another group.
    const foundFull = isPress && context.req.path === paths.otherGroup;
    const address = networkAddressOf(context, deps.trustedProxies);
    // A person may press often, but a program with one link must not become most of the figure.
    if (isPress && !foundFull && isInFigures(address)) deps.countVisits(countsOfPress(clock()));
    // With a pass too: a program gets as many passes as it invents e-mails.
    const isCounted = isPress && waitFor(address) === 0;
    const person = personOf(context, deps.linkKey());
    const found = await find({ person, foundFull, isCounted });
    switch (found?.kind) {
      case "all-full":
        return undefined;
      case undefined:
        // A failing store does not stop the visitor.
        return redirectElsewhere(lastKnown.link);
      case "no-groups":
        return redirectElsewhere(links.group);
      case "group":
        // A person who comes back may be led to an older group, which is full by now. All others are led to an open one.
        if (person === undefined || found.id >= lastKnown.id) lastKnown = found;
        return redirectElsewhere(found.link);
    }
  };
}

function personOf(context: Context, linkKey: string | undefined): string | undefined {
  return linkKey && readPass(linkKey, context.req.query(passParameter) ?? "");
}

/** A press has no source: the link to the group also stands in e-mails. */
function countsOfPress(now: number): Counts {
  const kind = { step: "group-press", source: "other", surface: "none" } as const;
  return {
    steps: [{ hour: now - (now % hourMs), ...kind, count: 1 }],
    minutes: [{ minute: now - (now % minuteMs), group_presses: 1 }],
  };
}

function findAll(deps: GroupDeps, presses: readonly Press[]): Promise<FoundPlace[]> {
  const findEach = async (writing: Database) => {
    const found: FoundPlace[] = [];
    for (const press of presses) found.push(await findOne(deps, writing, press));
    return found;
  };
  // A look writes nothing.
  const isLook = presses.every(({ isCounted, foundFull }) => !isCounted && !foundFull);
  return isLook ? findEach(deps.database) : inOneCommit(deps.database, findEach);
}

async function findOne(
  { log, clock }: GroupDeps,
  writing: Database,
  { person, foundFull, isCounted }: Press,
): Promise<FoundPlace> {
  if (foundFull && person !== undefined) {
    // Also beyond the limit: otherwise the person would be led to the full group again.
    const group = await sayFull(writing, { person, now: clock() });
    if (group !== undefined) log.warn({ group }, logLines.groupSaidFull);
  }
  // A visitor without a pass has no group, so who asks for another one found the present one full.
  const visitor = { person, foundFull: foundFull && person === undefined };
  return isCounted ? takePlace(writing, visitor) : findPlace(writing, visitor);
}
