import type { Logger } from "pino";
import {
  closeLane,
  countTrouble,
  type Lane,
  openLane,
  readLane,
  silenceLane,
} from "#server/storage/lane.ts";
import type { Database } from "#server/storage/tables.ts";
import type { StepResult } from "./step.ts";

const probeEveryMs = 60_000;

/** So many answers in a row that are none, and it isn't about the leads: they wait without a back-off of their own. */
const mostTroubles = 5;

/** A closed lane is open for one step a minute, to see whether it is mended. */
export function isOpen({ silentUntil, closed, pausedAt }: Lane, now: number): boolean {
  if (pausedAt !== undefined || silentUntil > now) return false;
  return closed === undefined || closed.probeAt <= now;
}

type Reacting = { database: Database; clock: () => Promise<number>; log: Logger };

/** What a step's end means for all the others. */
export async function react(deps: Reacting, result: StepResult): Promise<void> {
  switch (result.kind) {
    case "done":
    case "parked":
    case "refused":
    case "needs-resync":
      return isAlive(deps);
    case "retry-later":
      return suspect(deps, result.reason);
    case "lane-paused":
      deps.log.warn({ outcome: result }, "ActiveCampaign asked for a pause.");
      return silenceLane(deps.database, (await deps.clock()) + result.pauseMs);
    case "lane-closed":
      return close(deps, result.reason);
    case "nothing":
    case "interrupted":
  }
}

async function isAlive({ database, log }: Reacting): Promise<void> {
  const { closed, troubles } = await readLane(database);
  if (closed !== undefined) log.info("ActiveCampaign answers again: deliveries go on.");
  if (closed !== undefined || troubles > 0) await openLane(database);
}

async function suspect(deps: Reacting, reason: string): Promise<void> {
  await countTrouble(deps.database);
  const { troubles } = await readLane(deps.database);
  if (troubles >= mostTroubles) await close(deps, reason);
}

async function close({ database, clock, log }: Reacting, reason: string): Promise<void> {
  const now = await clock();
  await closeLane(database, { now, reason, probeAt: now + probeEveryMs });
  const advice = "Leads are kept meanwhile. See docs/operating.md, and run: leads doctor";
  log.error({ reason }, `ActiveCampaign doesn't take leads; it is tried once a minute. ${advice}`);
}
