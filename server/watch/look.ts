import { logLines } from "#phrases/log-lines.ts";
import { alarmOf, type TroubleName } from "#phrases/troubles.ts";
import type { Log } from "#server/log.ts";
import { tryStoring } from "#server/store/connection/durability.ts";
import type { TroubleRow } from "#server/store/panel/troubles.ts";
import type { Database } from "#server/store/tables.ts";
import type { ComparedClocks } from "./compared-clocks.ts";
import { findInStore, type StoreDeps } from "./find-in-store.ts";
import { type Known, keepFound, lastingIn, outageName } from "./keep-found.ts";

export type LookDeps = StoreDeps & {
  /** Fails soon over a broken network, and blocks sign-ups no longer than they block each other. */
  signUpDatabase: Database;
  log: Log;
  clock: () => number;
  steadyClock: () => number;
  clocks: ComparedClocks;
  /** Whether the store has a clock of its own, as Postgres has. */
  storeHasClock: boolean;
  findOnMachine: () => Promise<TroubleName[]>;
};

/** A larger change of our clock than this, in milliseconds, means that it was set. */
const maxDriftMs = 1_000;

/** Returns a function that looks for troubles once, and never throws. */
export function createLook(deps: LookDeps, known: Known): () => Promise<void> {
  const noticeSetClock = createSetClockNotice(deps, known);
  let isReadable = true;
  return async () => {
    noticeSetClock();
    const onMachine = await deps.findOnMachine();
    try {
      if (await canStore(deps, known)) {
        await lookInStore(deps, known, onMachine);
        isReadable = true;
        return;
      }
      known.found = new Set([outageName, ...onMachine]);
    } catch (error) {
      if (isReadable) deps.log.warn({ error }, logLines.troublesNotRead);
      isReadable = false;
    }
    known.goodSince = undefined;
  };
}

/** After our clock was set, the times in the table tell nothing about the last minute, and comparisons are worthless. */
function createSetClockNotice({ clock, steadyClock, clocks }: LookDeps, known: Known): () => void {
  let ahead = clock() - steadyClock();
  return () => {
    const before = ahead;
    ahead = clock() - steadyClock();
    if (Math.abs(ahead - before) <= maxDriftMs) return;
    known.goodSince = undefined;
    clocks.forget();
  };
}

async function canStore({ signUpDatabase, clock, log }: LookDeps, known: Known): Promise<boolean> {
  try {
    await tryStoring(signUpDatabase);
    return true;
  } catch (error) {
    if (known.outage === undefined) {
      const { alarm, message } = alarmOf(outageName);
      log.error({ alarm, error }, message);
      known.outage = { at: clock(), isTold: isToldIn(known.rows) };
    }
    return false;
  }
}

/** A store that comes and goes is one outage: the operator knows of it until its end was told. */
function isToldIn(rows: readonly TroubleRow[]): boolean {
  const row = rows.find(({ name }) => name === outageName);
  return row !== undefined && row.told_began_at !== null && row.told_over_at === null;
}

async function lookInStore(
  deps: LookDeps,
  known: Known,
  onMachine: readonly TroubleName[],
): Promise<void> {
  const { steadyClock, clocks, storeHasClock } = deps;
  const inStore = await findInStore(deps, new Set(lastingIn(known.rows)));
  const askedAt = steadyClock();
  const now = await deps.storeClock();
  if (storeHasClock) clocks.note("store", { earliest: now, latest: now }, askedAt);
  const found = [...onMachine, ...inStore];
  if (clocks.isOff()) found.push("relogio-errado");
  await keepFound(deps, known, { found, now });
}
