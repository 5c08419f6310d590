import type { PacedClient } from "#server/delivery/active-campaign/paced-client.ts";
import { createTagIds } from "#server/delivery/active-campaign/tags.ts";
import { deliverLead } from "#server/delivery/deliver-lead.ts";
import type { Target } from "#server/delivery/step.ts";
import { requestsPerSecond } from "#server/storage/courier/request-slots.ts";
import type { CircuitState, Policy, PolicyDeps, SimulatedLead } from "./policies.ts";
import { badAnswer, goodAnswer, noAnswer, outageMs, type Scenario } from "./scenarios.ts";

export type SimulatedRun = {
  /** The number of requests that were sent to ActiveCampaign during the outage. */
  requests: number;
  /** The number of leads that were delivered during the outage. */
  deliveredDuring: number;
  /** Milliseconds from the end of the outage to the next delivery; Infinity when no lead was left to deliver. */
  firstAfterMs: number;
  /** Milliseconds from the first sign-up to the last delivery. */
  allMs: number;
};

const leadCount = 45;
/**
 * The milliseconds between two sign-ups: one lead signs up every five seconds at the start of a run, as after a launch.
 */
const signUpEveryMs = 5_000;
const maxRunMs = outageMs + 4 * 60 * 60_000;
const maxAheadMs = 60_000;
const gapMs = 1_000 / requestsPerSecond;
const passRestMs = 1_000;

type Simulation = {
  now: number;
  lastSentAt: number;
  requests: number;
  maxAnswerMs: number;
  /**
   * The milliseconds that the outage has already lasted at the first sign-up. They are random, so that in each run the
   * outage ends at another moment between two tries.
   */
  aheadMs: number;
};

/** Simulates one outage with a simulated clock. With the same random numbers, the result is the same. */
export async function simulate(
  makePolicy: (deps: PolicyDeps) => Policy,
  scenario: Scenario,
  random: () => number,
): Promise<SimulatedRun> {
  const aheadMs = random() * maxAheadMs;
  const simulation = { now: 0, lastSentAt: -gapMs, requests: 0, maxAnswerMs: 0, aheadMs };
  const client = clientIn(simulation, scenario, random);
  const policy = makePolicy({ client, random, clock: async () => simulation.now });
  simulation.maxAnswerMs = policy.maxAnswerMs;
  const leads = Array.from({ length: leadCount }, (_, id) => newLead(id));
  await deliverAll(simulation, policy, leads);
  return measure(simulation, leads);
}

function newLead(id: number): SimulatedLead {
  return { id, tries: 0, dueAt: id * signUpEveryMs };
}

function clientIn(simulation: Simulation, scenario: Scenario, random: () => number): PacedClient {
  return async (request) => {
    simulation.now = Math.max(simulation.now, simulation.lastSentAt + gapMs);
    simulation.lastSentAt = simulation.now;
    const moment = simulation.now + simulation.aheadMs;
    if (moment < outageMs) simulation.requests += 1;
    const { badShare, latencyMs } = scenario.at(moment, request);
    simulation.now += Math.min(latencyMs, simulation.maxAnswerMs);
    if (latencyMs > simulation.maxAnswerMs) return noAnswer;
    return random() < badShare ? badAnswer : goodAnswer(request);
  };
}

async function deliverAll(
  simulation: Simulation,
  policy: Policy,
  leads: SimulatedLead[],
): Promise<void> {
  const target = { list: "1", tags: ["black"], nextTags: [], tagIds: createTagIds() };
  let isTripped = false;
  while (simulation.now < maxRunMs && leads.some(({ deliveredAt }) => deliveredAt === undefined)) {
    const lead = nextDue(leads, simulation.now);
    if (lead === undefined) {
      simulation.now += passRestMs;
      continue;
    }
    const startedAt = simulation.now;
    const probed: CircuitState = isTripped && policy.probe ? await policy.probe() : "reset";
    const circuit: CircuitState =
      probed === "reset" ? await tryLead(simulation, policy, { lead, target }) : probed;
    isTripped = circuit !== "reset";
    if (circuit !== "reset")
      simulation.now = Math.max(simulation.now, startedAt + circuit.trippedForMs);
  }
}

async function tryLead(
  simulation: Simulation,
  policy: Policy,
  { lead, target }: { lead: SimulatedLead; target: Target },
): Promise<CircuitState> {
  const email = `${lead.id}@example.com`;
  const claimed = {
    name: "Ana Lima",
    email,
    whatsapp: "(11) 98765-4321",
    phone: null,
    wantsNext: 0,
  };
  const outcome = await deliverLead(policy.clientFor(lead), target, claimed);
  const { dueAfterMs, countsAsTry, circuit } = await policy.decide(outcome, lead);
  if (outcome.kind === "delivered") lead.deliveredAt = simulation.now;
  lead.tries += countsAsTry ? 1 : 0;
  lead.dueAt = simulation.now + dueAfterMs;
  return circuit;
}

/**
 * Returns the next lead that is due for delivery. Leads that were never tried come before leads whose try failed, as in
 * the courier.
 */
function nextDue(leads: readonly SimulatedLead[], now: number): SimulatedLead | undefined {
  const due = leads.filter(({ deliveredAt, dueAt }) => deliveredAt === undefined && dueAt <= now);
  const neverTried = due.filter(({ tries }) => tries === 0);
  return (neverTried.length > 0 ? neverTried : due).sort(
    (one, other) => one.dueAt - other.dueAt,
  )[0];
}

function measure({ requests, aheadMs }: Simulation, leads: readonly SimulatedLead[]): SimulatedRun {
  const times = leads.map(({ deliveredAt = Infinity }) => deliveredAt);
  const after = times.filter((time) => time > outageMs - aheadMs);
  return {
    requests,
    deliveredDuring: times.length - after.length,
    firstAfterMs: Math.min(...after) - (outageMs - aheadMs),
    allMs: Math.max(...times),
  };
}
