import type { Logger } from "pino";
import { logLines } from "#phrases/log-lines.ts";
import { visitorNetwork } from "#server/http/add-contact/client-address.ts";
import { createTokenBuckets } from "#server/http/add-contact/rate-limits.ts";
import { type Place, peekPlace, sayFull, takePlace } from "#server/storage/groups/group-places.ts";
import type { Database } from "#server/storage/tables.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { createGroupWatch } from "./watch-groups.ts";

export type FindGroupDeps = { database: Database; log: Logger; clock: () => number };

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

/** Longer than this no visitor waits for the store. */
const patienceMs = 2_000;

/**
 * How many presses without a sign-up are counted for one network address, so that one program cannot use up the places.
 * A mobile carrier puts hundreds of phones behind one address.
 */
const strangers = { burst: 300, perMinute: 60 };

/** Finds the group for a press, and counts the press. */
export function createGroupFinder({ database, log, clock }: FindGroupDeps) {
  const limit = createTokenBuckets(strangers, () => performance.now());
  const inTurn = oneAtATime(patienceMs);
  const watch = createGroupWatch({ database, log });

  /** Whether too many presses without a sign-up came from this network address. */
  function isTooMany({ person, address }: Press): boolean {
    return person === undefined && address !== "" && limit.take(visitorNetwork(address)) > 0;
  }

  async function look(press: Press): Promise<Place> {
    return peekPlace(database, { person: press.person, now: clock() });
  }

  async function count(press: Press): Promise<Place> {
    const { person, foundFull } = press;
    const now = clock();
    if (foundFull && person !== undefined) await moveOn(person, now);
    // A visitor without a pass has no group, so this visitor must have found the first open group full.
    const skip = foundFull && person === undefined ? 1 : 0;
    const place = await takePlace(database, { person, now, skip });
    await watch(place);
    return place;
  }

  async function moveOn(person: string, now: number): Promise<void> {
    const group = await sayFull(database, { person, now });
    if (group !== undefined) log.warn({ group }, logLines.groupSaidFull);
  }

  return async (press: Press): Promise<FoundGroup> => {
    const find = press.isCounted && !isTooMany(press) ? count : look;
    const found = await inTurn(() => find(press));
    return found === "late" ? { kind: "late" } : found;
  };
}
