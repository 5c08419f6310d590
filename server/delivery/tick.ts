import { startDeadline } from "#server/active-campaign/client.ts";
import { readClock } from "#server/store/connection/clock.ts";
import { readCircuit } from "#server/store/courier/circuit.ts";
import { findWork } from "#server/store/courier/find-work.ts";
import { allowsStep } from "./circuit-breaker.ts";
import { type CourierDeps, createCourier } from "./courier.ts";
import { createLeaseHolder } from "./lease-holder.ts";
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

/**
 * How long the step under way may last after the slice: longer than ActiveCampaign's slowest answer. The whole tick
 * thus ends within a minute; the platform allows it two and a half.
 */
const graceMs = 30_000;

/** The rest between two passes of a loop that has found nothing to do. */
const restMs = 1_000;

/**
 * The rest after each batch of derived leads. It bounds the processor time of a slice, and is short, because no visitor
 * waits for the process of a tick.
 */
const restAfterBatch = () => 200;

/**
 * Derives and delivers leads for one slice of time, on a platform on which no process runs for ever. Of any number of
 * ticks at once only one delivers, because each is a courier that needs the lease.
 */
export async function runTick(deps: TickDeps): Promise<TickOutcome> {
  const { database, sliceMs, stopping, clock = () => readClock(database) } = deps;
  const given = { ...deps, clock };
  const { hasWork, retentionIsDue } = await findWorkNow(given);
  const outcome: TickOutcome = hasWork ? await work(given) : { kind: "nothing" };
  if (retentionIsDue) await removeWithin(sliceMs, deps.removeOld, stopping);
  return outcome;
}

type WorkDeps = TickDeps & { clock: () => Promise<number> };

/** Deliveries count as work only if the circuit allows them now. */
async function findWorkNow({ database, delivery, clock }: WorkDeps) {
  const now = await clock();
  const { toDerive, toDeliver, retentionIsDue } = await findWork(database, now);
  const hasDue = toDeliver && delivery !== undefined;
  const canDeliver = hasDue && allowsStep(await readCircuit(database), now);
  return { hasWork: toDerive || canDeliver, retentionIsDue };
}

async function removeWithin(
  ms: number,
  removeOld: TickDeps["removeOld"],
  stopping: AbortSignal,
): Promise<void> {
  const deadline = startDeadline(ms, stopping);
  try {
    await removeOld(deadline.signal);
  } finally {
    deadline.clear();
  }
}

async function work(deps: WorkDeps): Promise<TickOutcome> {
  const { database, log, delivery, clock, sliceMs, stopping } = deps;
  const holder = createLeaseHolder(database, log);
  if (delivery && !(await holder.hold(await clock()))) return { kind: "busy" };
  const idle = new AbortController();
  const finished = new AbortController();
  const rest = (over: AbortSignal) => restOrEnd(deps, idle, over);
  const courier = createCourier({ ...deps, rest, restAfterBatch }, holder);
  courier.start();
  await sleepFor(sliceMs, AbortSignal.any([idle.signal, stopping]));
  void courier.finish().then(() => finished.abort());
  await sleepFor(graceMs, AbortSignal.any([finished.signal, stopping]));
  await courier.stop();
  return { kind: "worked", moreLeft: (await findWorkNow(deps)).hasWork };
}

/** Rests after a pass without work, and ends the tick if no work is left. */
async function restOrEnd(
  deps: WorkDeps,
  idle: AbortController,
  finished: AbortSignal,
): Promise<void> {
  // A store that fails ends the tick too: the next tick asks it again, and reports what it says.
  const { hasWork } = await findWorkNow(deps).catch(() => ({ hasWork: false }));
  if (!hasWork) idle.abort();
  await sleepFor(restMs, finished);
}
