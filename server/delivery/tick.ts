import { startDeadline } from "#server/active-campaign/client.ts";
import { type Look, look } from "#server/store/courier/look.ts";
import { allowsStep } from "./circuit-breaker.ts";
import { type CourierDeps, createPasses, idleMs } from "./courier.ts";
import { sleepFor } from "./sleep.ts";

export type TickDeps = Pick<CourierDeps, "database" | "log" | "delivery" | "random" | "clock"> & {
  /** For how long steps are begun, in milliseconds: `tickSliceMs`, unless a test chooses another time. */
  sliceMs: number;
  /** Removes old sign-ups. It is called at most once an hour. */
  removeOld: (stopped: AbortSignal) => Promise<void>;
  /** Aborted when the platform is about to end the process: the tick then interrupts its work and gives the lease back. */
  stopping: AbortSignal;
};

export type TickOutcome =
  /** Nothing was due. */
  | { kind: "nothing" }
  /** Another process is the courier, and does the work. */
  | { kind: "busy" }
  /** `moreLeft`: the slice was over before the work was. */
  | { kind: "worked"; moreLeft: boolean };

/**
 * For how long a tick begins steps. So long a slice takes about half a second of processor time (the platform allows two),
 * and is over when the next tick comes, ten seconds after it.
 */
export const tickSliceMs = 8_000;

/** How long the step under way may last after the slice: longer than ActiveCampaign's slowest answer. */
const graceMs = 30_000;

/**
 * Is the courier for one slice of time, on a platform on which no process runs for ever: the courier's loop with a
 * deadline. Of any number of ticks at once only one delivers, because each of them needs the lease.
 */
export async function runTick(deps: TickDeps): Promise<TickOutcome> {
  const { database, delivery, sliceMs, clock = Date.now } = deps;
  const found = await look(database, clock());
  const hasWork = (now: Look) =>
    now.toDerive ||
    (delivery !== undefined &&
      allowsStep(now.circuit, clock()) &&
      (now.hasDied || Object.values(now.due).includes(true)));
  if (!hasWork(found)) {
    if (found.retentionIsDue) await removeWithin(sliceMs, deps);
    return { kind: "nothing" };
  }
  const isHolder = await work(deps);
  if (found.retentionIsDue) await removeWithin(sliceMs, deps);
  if (!isHolder) return { kind: "busy" };
  return { kind: "worked", moreLeft: hasWork(await look(database, clock())) };
}

/** False if another process is the courier. */
async function work(deps: TickDeps): Promise<boolean> {
  const { sliceMs, stopping, delivery } = deps;
  const grace = startDeadline(sliceMs + graceMs, stopping);
  const passes = createPasses(deps, grace.signal);
  if (delivery !== undefined && !(await passes.hold())) return false;
  const until = performance.now() + sliceMs;
  try {
    while (performance.now() < until && !stopping.aborted) {
      const restMs = await passes.pass();
      if (restMs === idleMs) break;
      await sleepFor(restMs, stopping);
    }
  } finally {
    await passes.end();
    grace.clear();
  }
  return true;
}

async function removeWithin(ms: number, { removeOld, stopping }: TickDeps): Promise<void> {
  const deadline = startDeadline(ms, stopping);
  try {
    await removeOld(deadline.signal);
  } finally {
    deadline.clear();
  }
}
