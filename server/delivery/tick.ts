import { findWork } from "#server/store/courier/circuit.ts";
import { sleepFor, startDeadline } from "#server/waiting.ts";
import { allowsStep } from "./circuit-breaker.ts";
import { type CourierDeps, createCourier, idleMs } from "./courier.ts";

export type TickDeps = CourierDeps & {
  /** For how long steps are begun, in milliseconds: `tickSliceMs`, unless a test chooses another time. */
  sliceMs: number;
  /** Removes old sign-ups. It is called at most once an hour. */
  removeOld: (stopped: AbortSignal) => Promise<void>;
  /** Aborted when the platform is about to end the process: the tick then interrupts its work and gives the lease back. */
  stopping: AbortSignal;
};

/** `busy`: another process is the courier, and does the work. */
export type TickOutcome = "nothing-due" | "busy" | "worked";

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
  const { database, delivery, sliceMs, clock, removeOld, stopping } = deps;
  const { toDerive, circuit, hasDied, due, retentionIsDue } = await findWork(database, clock());
  const mayDeliver = delivery !== undefined && allowsStep(circuit, clock());
  const mustWork = toDerive || (mayDeliver && (hasDied || Object.values(due).includes(true)));
  const isHolder = mustWork && (await deliverFor(deps));
  if (retentionIsDue) {
    const deadline = startDeadline(sliceMs, stopping);
    await removeOld(deadline.signal).finally(deadline.clear);
  }
  if (!mustWork) return "nothing-due";
  return isHolder ? "worked" : "busy";
}

/** False if another process is the courier. */
async function deliverFor({ sliceMs, stopping, ...deps }: TickDeps): Promise<boolean> {
  const grace = startDeadline(sliceMs + graceMs, stopping);
  const courier = createCourier(deps, grace.signal);
  try {
    if (deps.delivery !== undefined && !(await courier.hold())) return false;
    const until = performance.now() + sliceMs;
    while (performance.now() < until && !stopping.aborted) {
      const restMs = await courier.pass();
      if (restMs === idleMs) break;
      await sleepFor(restMs, stopping);
    }
  } finally {
    await courier.end();
    grace.clear();
  }
  return true;
}
