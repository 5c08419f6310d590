import type { DeliveryOutcome } from "#server/delivery/active-campaign/answers.ts";
import { type Caller, repeating } from "#server/delivery/active-campaign/rate-limited-client.ts";
import { mostDifferent } from "#server/delivery/circuit-breaker.ts";
import { backoffMs, probeRestMs } from "#server/delivery/delivery-record.ts";
import { askAccount, isFailure, judge } from "#server/delivery/judge.ts";
import { createProgress } from "#server/delivery/progress.ts";
import { createRecentFailures } from "#server/delivery/recent-failures.ts";

export type SimulatedLead = { id: number; tries: number; dueAt: number; deliveredAt?: number };
export type Way = "open" | { closedForMs: number };

/** What a policy decides after a try. `way` says whether the next lead may be tried at once. */
type Decision = { dueAfterMs: number; counts: boolean; way: Way };

export type Policy = {
  answerWithinMs: number;
  callFor(lead: SimulatedLead): Caller;
  /** The question before a lead is tried on a closed way; undefined for a policy that asks none. */
  probe?(): Promise<Way>;
  decide(outcome: DeliveryOutcome, lead: SimulatedLead): Promise<Decision>;
};

export type Means = { call: Caller; random: () => number; clock: () => Promise<number> };

export const policies = { ours, before, naive } satisfies Record<string, (means: Means) => Policy>;

/** The courier's own policy, by the functions that it uses itself. */
function ours({ call, random, clock }: Means): Policy {
  const failures = createRecentFailures();
  const repeated = repeating(call, failures.repeated);
  const progress = createProgress(clock);
  let closings = 0;
  const close = (): Way => {
    closings += 1;
    return { closedForMs: probeRestMs(closings, random) };
  };
  const open = (): Way => {
    closings = 0;
    return "open";
  };
  return {
    answerWithinMs: 25_000,
    callFor: (lead) => progress.goOn(lead.id, repeated),
    async probe() {
      return (await askAccount(repeated)).kind === "answers" ? "open" : close();
    },
    async decide(tried, { id, tries }) {
      const subject = { subject: id, tries };
      const outcome = isFailure(tried)
        ? await judge({ call: repeated, failures }, tried, subject)
        : tried;
      const dueAfterMs = backoffMs(tries + 1, random);
      if (outcome.kind === "unavailable") {
        failures.forgive();
        return { dueAfterMs: 0, counts: false, way: close() };
      }
      if (outcome.kind === "delivered") failures.succeeded(id);
      else failures.failed(id);
      const way = failures.different() < mostDifferent ? open() : close();
      return { dueAfterMs, counts: true, way };
    },
  };
}

/** The policy before this one: five failed leads in a row close the way, and one lead a minute tries it. */
function before({ call, random }: Means): Policy {
  let trips = 0;
  return {
    answerWithinMs: 10_000,
    callFor: () => call,
    async decide({ kind }, { tries }) {
      trips = kind === "delivered" ? 0 : trips + 1;
      const ceilingMs = Math.min(1_000 * 2 ** tries, 3_600_000);
      const way: Way = trips >= 5 ? { closedForMs: 60_000 } : "open";
      return { dueAfterMs: Math.round(ceilingMs * random()), counts: true, way };
    },
  };
}

/** Tries every lead again after five seconds, whatever happens. */
function naive({ call }: Means): Policy {
  return {
    answerWithinMs: 10_000,
    callFor: () => call,
    decide: () => Promise.resolve({ dueAfterMs: 5_000, counts: true, way: "open" }),
  };
}
