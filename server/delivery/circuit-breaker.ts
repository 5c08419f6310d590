import type { Logger } from "pino";
import {
  type Circuit,
  readCircuit,
  resetCircuit,
  startBackOff,
  tripCircuit,
} from "#server/storage/courier/circuit.ts";
import type { Database } from "#server/storage/tables.ts";
import { pauseFor, probeRestMs } from "./delivery-record.ts";
import type { RecentFailures } from "./recent-failures.ts";
import type { StepResult } from "./step.ts";

/** When so many different leads fail in a row, the way closes, also if ActiveCampaign answers other questions. */
export const mostDifferent = 20;

/** A closed lane is open for one step now and then, to see whether it is mended. */
export function isOpen({ backOffUntil, tripped, pausedAt }: Circuit, now: number): boolean {
  if (pausedAt !== undefined || backOffUntil > now) return false;
  return tripped === undefined || tripped.probeAt <= now;
}

export type Reacting = {
  database: Database;
  clock: () => Promise<number>;
  random: () => number;
  log: Logger;
  failures: RecentFailures;
  /** When the step began. The rest is counted from here, so a slow failure shortens it. */
  startedAt: number;
};

/** What a step's end means for all the others. */
export async function react(deps: Reacting, result: StepResult): Promise<void> {
  const { database, clock, log, failures } = deps;
  switch (result.kind) {
    case "done":
      failures.succeeded(result.subject);
      return open(deps);
    case "parked":
    case "refused":
    case "needs-resync":
      failures.forgive();
      return open(deps);
    case "retry-later":
      failures.failed(result.subject);
      return failures.different() < mostDifferent ? open(deps) : close(deps, result.reason);
    case "unavailable":
    case "account-refused":
      failures.forgive();
      return close(deps, result.reason);
    case "rate-limited": {
      log.warn({ outcome: result }, "ActiveCampaign asked for a pause.");
      const pauseMs = pauseFor(result.pauseMs, failures.pausesInARow());
      return startBackOff(database, (await clock()) + pauseMs);
    }
    case "nothing":
    case "interrupted":
  }
}

async function open({ database, log }: Reacting): Promise<void> {
  const { tripped } = await readCircuit(database);
  if (tripped === undefined) return;
  log.info("ActiveCampaign answers again: deliveries go on.");
  await resetCircuit(database);
}

async function close(
  { database, clock, random, log, startedAt }: Reacting,
  reason: string,
): Promise<void> {
  const { tripped, trips } = await readCircuit(database);
  const probeAt = startedAt + probeRestMs(trips + 1, random);
  await tripCircuit(database, { now: await clock(), reason, probeAt });
  // This is logged once; the alarm repeats it while the way is closed.
  if (tripped !== undefined) return;
  const advice = "Leads are kept meanwhile. See docs/operating.md, and run: leads doctor";
  log.error(
    { reason },
    `ActiveCampaign doesn't take leads; it is tried again and again. ${advice}`,
  );
}
