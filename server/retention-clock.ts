import { logLines } from "#phrases/log-lines.ts";
import { readClock } from "#server/store/connection/clock.ts";
import { readTrustedTime } from "#server/store/erasure/trusted-clock.ts";
import type { Database } from "#server/store/tables.ts";
import type { Log } from "./log.ts";

export type RetentionClock = {
  database: Database;
  log: Log;
  clock: () => number;
  /** A clock that only goes forward, also when the clock of the machine is set back. */
  monotonicMs?: () => number;
};

/** The monotonic time at which a jump of the clock was first seen. */
export type ClockJump = { seenAtMs?: number | undefined };

const dayMs = 24 * 60 * 60_000;
/**
 * The longest normal time since the last removal of old sign-ups, in milliseconds. After a longer time, the clock of
 * the machine has jumped, or no server was running.
 */
const maxGapMs = 2 * dayMs;
/** How far the clocks of two machines may normally be apart, in milliseconds. */
const maxClockGapMs = 5 * 60_000;

/**
 * The time now; undefined for two days after a jump of the clock, in which the log tells the operator to correct it.
 * Otherwise a clock that jumped a year ahead would remove every lead.
 */
export async function nowUnlessJumped(
  deps: RetentionClock,
  jump: ClockJump,
): Promise<number | undefined> {
  const { database, log, clock, monotonicMs = () => performance.now() } = deps;
  const now = clock();
  const last = (await readTrustedTime(database)) ?? now;
  jump.seenAtMs = now > last + maxGapMs ? (jump.seenAtMs ?? monotonicMs()) : undefined;
  if (jump.seenAtMs !== undefined && monotonicMs() - jump.seenAtMs < maxGapMs) {
    log.error({ now, last }, logLines.clockJumped);
    return undefined;
  }
  return now;
}

/** The time now; undefined if it differs from the clock of the store, which is on another machine. */
export async function nowIfAsInStore({
  database,
  log,
  clock,
}: RetentionClock): Promise<number | undefined> {
  const [now, inStore] = [clock(), await readClock(database)];
  if (Math.abs(now - inStore) <= maxClockGapMs) return now;
  log.error({ now, inStore }, logLines.clocksApart);
  return undefined;
}
