import type { DeliveryOutcome } from "#server/delivery/active-campaign/answers.ts";
import {
  type PacedClient,
  readWith,
  withRepeats,
} from "#server/delivery/active-campaign/paced-client.ts";
import { probeAccount } from "#server/delivery/active-campaign/probe-account.ts";
import { maxDifferentFailures, probeDelayMs } from "#server/delivery/circuit-breaker.ts";
import { retryDelayMs } from "#server/delivery/delivery-record.ts";
import { createEarlierTries } from "#server/delivery/earlier-tries.ts";
import { findCause, hasUnclearCause } from "#server/delivery/failure-cause.ts";
import { createRecentFailures } from "#server/delivery/recent-failures.ts";

export type SimulatedLead = { id: number; tries: number; dueAt: number; deliveredAt?: number };

/**
 * The state of the courier's circuit breaker after a delivery try or a probe. `"reset"` means that the next lead may be
 * tried at once.
 */
export type CircuitState = "reset" | { trippedForMs: number };

type Decision = { dueAfterMs: number; countsAsTry: boolean; circuit: CircuitState };

export type Policy = {
  maxAnswerMs: number;
  clientFor(lead: SimulatedLead): PacedClient;
  /**
   * While the circuit breaker is tripped, probes the ActiveCampaign account before the next lead is tried; undefined
   * for a policy without probes.
   */
  probe?(): Promise<CircuitState>;
  /** Decides, after a try to deliver a lead, when this lead is due again and whether other leads may be tried. */
  decide(outcome: DeliveryOutcome, lead: SimulatedLead): Promise<Decision>;
};

export type PolicyDeps = {
  client: PacedClient;
  random: () => number;
  clock: () => Promise<number>;
};

export const policies = { ours, before, naive } satisfies Record<
  string,
  (deps: PolicyDeps) => Policy
>;

/** The courier's present retry policy. It uses the courier's own functions. */
function ours({ client, random, clock }: PolicyDeps): Policy {
  const failures = createRecentFailures();
  const repeating = withRepeats(client, failures.noteRepeat);
  const earlierTries = createEarlierTries(clock);
  let trips = 0;
  const trip = (): CircuitState => {
    trips += 1;
    return { trippedForMs: probeDelayMs(trips, random) };
  };
  const reset = (): CircuitState => {
    trips = 0;
    return "reset";
  };
  return {
    maxAnswerMs: 25_000,
    clientFor: (lead) => earlierTries.continueWith(lead.id, repeating),
    async probe() {
      return (await probeAccount(readWith(repeating))).kind === "answers" ? "reset" : trip();
    },
    async decide(tried, { id, tries }) {
      const outcome = hasUnclearCause(tried)
        ? await findCause({ client: repeating, failures }, tried, { subject: id, tries })
        : tried;
      const dueAfterMs = retryDelayMs(tries + 1, random);
      if (outcome.kind === "unavailable") {
        failures.forgetFailing();
        return { dueAfterMs: 0, countsAsTry: false, circuit: trip() };
      }
      if (outcome.kind === "delivered") failures.noteSuccess(id);
      else failures.noteFailure(id);
      const circuit = failures.countDifferent() < maxDifferentFailures ? reset() : trip();
      return { dueAfterMs, countsAsTry: true, circuit };
    },
  };
}

/**
 * The courier's earlier retry policy: five failed leads in a row trip the circuit breaker, and one lead a minute probes
 * the account.
 */
function before({ client, random }: PolicyDeps): Policy {
  let failuresInARow = 0;
  return {
    maxAnswerMs: 10_000,
    clientFor: () => client,
    async decide({ kind }, { tries }) {
      failuresInARow = kind === "delivered" ? 0 : failuresInARow + 1;
      const ceilingMs = Math.min(1_000 * 2 ** tries, 3_600_000);
      const circuit = failuresInARow >= 5 ? { trippedForMs: 60_000 } : "reset";
      return { dueAfterMs: Math.round(ceilingMs * random()), countsAsTry: true, circuit };
    },
  };
}

/** The simplest retry policy: every failed lead is tried again after five seconds, whatever the failure was. */
function naive({ client }: PolicyDeps): Policy {
  return {
    maxAnswerMs: 10_000,
    clientFor: () => client,
    decide: () => Promise.resolve({ dueAfterMs: 5_000, countsAsTry: true, circuit: "reset" }),
  };
}
