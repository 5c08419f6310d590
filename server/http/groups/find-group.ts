import { hourMs } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import { limitCounts } from "#server/counts/visit-counter.ts";
import type { Log } from "#server/log.ts";
import { limitAddresses } from "#server/sign-up/limits.ts";
import { inBatches } from "#server/store/batch.ts";
import type { Counts } from "#server/store/counts.ts";
import {
  findPlace,
  inOneCommit,
  type Place,
  takePlace,
} from "#server/store/groups/group-places.ts";
import { sayFull } from "#server/store/groups/say-full.ts";
import type { Database } from "#server/store/tables.ts";
import { createGroupWatch } from "./watch-groups.ts";

export type FindGroupDeps = {
  database: Database;
  log: Log;
  clock: () => number;
  /** Adds to the counts of visits. */
  countVisits: (counts: Counts) => void;
  /** The clock of the limits, which only goes forward. Tests stop it. */
  limitClock?: () => number;
};

export type Press = {
  /** The person of a sign-up; undefined for a visitor whose link has no pass. */
  person: string | undefined;
  /** Whether the visitor found the group full, and asks for another one. */
  foundFull: boolean;
  /** False for a program that only looks. */
  isCounted: boolean;
  /** The visitor's network address; empty if it is unknown. */
  address: string;
};

/** `late`: the store did not answer in time. */
export type FoundGroup = Place | { kind: "late" };

/** A visitor waits 2 s for a store that does not answer. In a rush, while the store does answer, it may be up to 10 s. */
const waits = { withinMs: 2_000, atMostMs: 10_000 };

/**
 * How many presses are counted for one network address, so that one program cannot use up the places
 * at once. A mobile carrier puts hundreds of phones behind one address.
 */
const perAddress = { burst: 300, perMinute: 60 };

/** The same for the network of one customer, in which a program can change its address. */
const perCustomer = { burst: 1_500, perMinute: 300 };

/** The most presses that are counted together: until they are counted, SQLite keeps sign-ups waiting. */
const maxTogether = 25;

/** Finds the group for a press, and counts the press. */
export function createGroupFinder({ database, log, clock, countVisits, ...deps }: FindGroupDeps) {
  const { limitClock = () => performance.now() } = deps;
  const waitFor = limitAddresses({ perAddress, perCustomer }, limitClock);
  const isWithinLimit = limitCounts(limitClock);
  const watch = createGroupWatch({ database, log });
  const findTogether = inBatches(findAll, { max: maxTogether, ...waits });

  async function findAll(presses: readonly Press[]): Promise<Place[]> {
    if (presses.length === 1) return findEach(database, presses);
    return inOneCommit(database, (writing) => findEach(writing, presses));
  }

  async function findEach(writing: Database, presses: readonly Press[]): Promise<Place[]> {
    const places: Place[] = [];
    for (const press of presses) places.push(await findOne(writing, press));
    return places;
  }

  async function findOne(writing: Database, press: Press): Promise<Place> {
    const { person, foundFull, isCounted } = press;
    const wanted = { person, skip: skipOf(press) };
    // Also beyond the limit: otherwise the person would be led to the full group again.
    if (foundFull && person !== undefined) await moveOn(writing, person);
    return isCounted ? takePlace(writing, wanted) : findPlace(writing, wanted);
  }

  async function moveOn(writing: Database, person: string): Promise<void> {
    const group = await sayFull(writing, { person, now: clock() });
    if (group !== undefined) log.warn({ group }, logLines.groupSaidFull);
  }

  return async (press: Press): Promise<FoundGroup> => {
    // A person may press often, but a program with one link must not become most of the figure.
    if (press.isCounted && !press.foundFull && isWithinLimit(press.address))
      countVisits(countsOfPress(clock()));
    // With a pass too: a program gets as many passes as it wants by one sign-up.
    const isCounted = press.isCounted && waitFor(press.address) === 0;
    // A program that only looks gets the present group, also from the link to another group.
    const foundFull = press.isCounted && press.foundFull;
    const found = await findTogether.add({ ...press, isCounted, foundFull });
    if (found === "late" || found === "overloaded") return { kind: "late" };
    if (isCounted) await watch(found);
    return found;
  };
}

/** A visitor without a pass has no group, so a visitor who asks for another one found the first open group full. */
function skipOf({ person, foundFull }: Press): number {
  return foundFull && person === undefined ? 1 : 0;
}

/** A press has no source: the link to the group also stands in e-mails. */
function countsOfPress(now: number): Counts {
  const kind = { step: "group-press", source: "other", surface: "none" } as const;
  return { steps: [{ hour: now - (now % hourMs), ...kind, count: 1 }] };
}
