import { minuteMs } from "#event/time-zone.ts";
import { alarms, alarmsOver } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { DeliveryFailure } from "#server/active-campaign/answer-outcomes.ts";
import type { PacedClient } from "#server/active-campaign/paced-client.ts";
import {
  type Circuit,
  resetCircuit,
  startBackOff,
  tripCircuit,
} from "#server/store/courier/circuit.ts";
import type { StepResult, Work } from "./courier.ts";

/** Why the circuit is tripped although the account answers: several leads in a row were refused. Only a delivered lead resets it. */
export const leadsRefused = "leads refused";

/** A tripped circuit allows a single step after each delay, as a probe. */
export function allowsStep({ backOffUntil, tripped, pausedAt }: Circuit, now: number): boolean {
  if (pausedAt !== undefined || backOffUntil > now) return false;
  return tripped === undefined || tripped.probeAt <= now;
}

/**
 * Asks `GET /users/me`, which contains no lead, so that no bad lead can change the answer. Undefined: ActiveCampaign
 * answers for this account.
 */
export async function askAccount({ read }: PacedClient): Promise<DeliveryFailure | undefined> {
  const reading = await read("/users/me");
  const { kind } = reading;
  if (kind === "done") return undefined;
  const { reason } = reading;
  if (kind === "retry-later") return { kind: "unavailable", reason };
  return kind === "not-found" || kind === "refused" ? { kind: "account-refused", reason } : reading;
}

/** Asks the account after a failure that can be its fault. A tripped circuit has asked already, before this step. */
export async function findTrouble({
  client,
  circuit,
  memory,
}: Work): Promise<DeliveryFailure | undefined> {
  memory.unanswered = 0;
  return circuit.tripped === undefined ? askAccount(client) : undefined;
}

const minDelayMs = minuteMs;
const maxDelayMs = 60 * minuteMs;

type Failed = {
  line: string;
  /** Since when it was to be done: the longer it has failed, the longer the next try waits. */
  since: number;
  tryAt: (dueAt: number) => Promise<void>;
};

/** Tries something that is not about a delivery again later. */
export async function tryLater(
  work: Work,
  outcome: DeliveryFailure,
  { line, since, tryAt }: Failed,
): Promise<StepResult> {
  const now = work.clock();
  if (outcome.kind === "interrupted") {
    await tryAt(now);
    return outcome;
  }
  work.log.warn({ outcome }, line);
  await tryAt(now + Math.min(Math.max(now - since, minDelayMs), maxDelayMs));
  if (outcome.kind === "rate-limited") return outcome;
  return (await findTrouble(work)) ?? { kind: "done" };
}

/** Trips or resets the circuit, or starts a back-off, after one step that began at `startedAt`. */
export async function followResult(
  work: Work,
  result: StepResult,
  startedAt: number,
): Promise<void> {
  const { database, circuit, memory, log, clock } = work;
  switch (result.kind) {
    case "delivered":
      memory.refused.clear();
      memory.unanswered = 0;
      return reset(work);
    case "done":
    case "parked":
    case "refused":
    case "retry-later":
      // One delay after the other, until a lead is delivered.
      if (circuit.tripped?.reason === leadsRefused) return trip(work, leadsRefused, startedAt);
      return reset(work);
    case "unavailable":
    case "account-refused":
      return trip(work, result.reason, startedAt);
    case "rate-limited":
      log.warn({ outcome: result }, logLines.backOff);
      return startBackOff(database, clock() + result.backOffMs);
    case "nothing":
    case "interrupted":
  }
}

async function reset({ database, circuit, log }: Work): Promise<void> {
  if (circuit.tripped === undefined) return;
  const { alarmOver, message } = alarmsOver.circuitTripped;
  log.info({ alarmOver }, message);
  await resetCircuit(database);
}

/** The delay is counted from the beginning of the step, so that it includes the time of a slow failure. */
async function trip(work: Work, reason: string, startedAt: number): Promise<void> {
  const { database, circuit, log, clock, random } = work;
  const probeAt = startedAt + probeDelayMs(circuit.trips + 1, random);
  await tripCircuit(database, { now: clock(), reason, probeAt });
  // This error is logged once, when the circuit is tripped; the alarm repeats it while the circuit stays tripped.
  if (circuit.tripped !== undefined) return;
  const { alarm, message } = alarms.circuitTripped;
  log.error({ alarm, reason }, message);
}

const firstDelayMs = 1_000;
/** Less than a minute, so that after an outage the next probe and a delivery fit into one minute. */
const maxProbeDelayMs = 55_000;

/** The time until the next probe of a tripped circuit: 1, 2, 4 … 55 s, shortened at random by up to half. */
function probeDelayMs(failuresInARow: number, random: () => number): number {
  const ceiling = Math.min(firstDelayMs * 2 ** (failuresInARow - 1), maxProbeDelayMs);
  return Math.round(ceiling * (0.5 + random() / 2));
}
