import { alarms, alarmsOver } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "#server/log.ts";
import {
  type Circuit,
  readCircuit,
  resetCircuit,
  startBackOff,
  tripCircuit,
} from "#server/store/courier/circuit.ts";
import type { Database } from "#server/store/tables.ts";
import type { RecentFailures } from "./recent-failures.ts";
import type { StepResult } from "./step.ts";

/**
 * When this many different leads fail in a row, the circuit is tripped, even if ActiveCampaign answers the probes of
 * the account.
 */
const maxDifferentFailures = 20;

/**
 * Says whether the courier may take its next step. A tripped circuit allows a single step after each probe delay, as a
 * probe.
 */
export function allowsStep({ backOffUntil, tripped, pausedAt }: Circuit, now: number): boolean {
  if (pausedAt !== undefined || backOffUntil > now) return false;
  return tripped === undefined || tripped.probeAt <= now;
}

export type CircuitDeps = {
  database: Database;
  clock: () => Promise<number>;
  random: () => number;
  log: Log;
  failures: RecentFailures;
  /**
   * When the step began. The delay before the next probe is counted from this time, so that it includes the time of a
   * slow failure.
   */
  startedAt: number;
};

/** Trips or resets the circuit, or starts a back-off, after the result of one step. */
export async function updateCircuit(deps: CircuitDeps, result: StepResult): Promise<void> {
  const { database, clock, log, failures } = deps;
  switch (result.kind) {
    case "done":
      failures.noteSuccess(result.subject);
      return reset(deps);
    case "parked":
    case "refused":
    case "needs-resync":
      failures.forgetFailing();
      return reset(deps);
    case "retry-later":
      failures.noteFailure(result.subject);
      return failures.countDifferent() < maxDifferentFailures
        ? reset(deps)
        : trip(deps, result.reason);
    case "unavailable":
    case "account-refused":
      failures.forgetFailing();
      return trip(deps, result.reason);
    case "rate-limited": {
      log.warn({ outcome: result }, logLines.backOff);
      const duration = backOffDuration(result.backOffMs, failures.countBackOff());
      return startBackOff(database, (await clock()) + duration);
    }
    case "nothing":
    case "interrupted":
  }
}

async function reset({ database, log }: CircuitDeps): Promise<void> {
  const { tripped } = await readCircuit(database);
  if (tripped === undefined) return;
  const { alarmOver, message } = alarmsOver.circuitTripped;
  log.info({ alarmOver }, message);
  await resetCircuit(database);
}

async function trip(
  { database, clock, random, log, startedAt }: CircuitDeps,
  reason: string,
): Promise<void> {
  const { tripped, trips } = await readCircuit(database);
  const probeAt = startedAt + probeDelayMs(trips + 1, random);
  await tripCircuit(database, { now: await clock(), reason, probeAt });
  // This error is logged once, when the circuit is tripped; the alarm repeats it while the circuit stays tripped.
  if (tripped !== undefined) return;
  const { alarm, message } = alarms.circuitTripped;
  log.error({ alarm, reason }, message);
}

const firstDelayMs = 1_000;

/**
 * The longest delay before a probe is less than a minute, so that after an outage the next probe and a delivery fit
 * into one minute.
 */
const maxProbeDelayMs = 55_000;

/** The time until the next probe of a tripped circuit: 1, 2, 4 … 55 s, shortened at random by up to half. */
export function probeDelayMs(failuresInARow: number, random: () => number): number {
  const ceiling = Math.min(firstDelayMs * 2 ** (failuresInARow - 1), maxProbeDelayMs);
  return Math.round(ceiling * (0.5 + random() / 2));
}

const maxGrowingBackOffMs = 60_000;

/**
 * The length of a back-off: as long as ActiveCampaign asked for, but at least 1, 2, 4 … 60 s, because ActiveCampaign
 * may ask again and again for a back-off of 0 s.
 */
export function backOffDuration(askedMs: number, timesInARow: number): number {
  const growing = Math.min(firstDelayMs * 2 ** (timesInARow - 1), maxGrowingBackOffMs);
  return Math.max(askedMs, growing);
}
