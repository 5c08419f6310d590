import { createTagIds } from "#server/delivery/active-campaign/tags.ts";
import { deliverLead } from "#server/delivery/deliver-lead.ts";
import { requestsPerSecond } from "#server/storage/courier/request-slots.ts";
import type { Means, Policy, SimulatedLead, Way } from "./policies.ts";
import { badAnswer, badForMs, goodAnswer, noAnswer, type Scenario } from "./vendor.ts";

export type Simulated = {
  /** Requests while ActiveCampaign failed. */
  requests: number;
  /** Leads delivered while ActiveCampaign failed. */
  meanwhile: number;
  /** From the end of the outage to the next delivery; Infinity when no lead waited any more. */
  firstAfterMs: number;
  /** From the first sign-up to the last delivery. */
  allMs: number;
};

const leadCount = 45;
/** Leads come one by one over the first minutes, as after a launch. */
const comesEveryMs = 5_000;
const horizonMs = badForMs + 4 * 60 * 60_000;
const mostAheadMs = 60_000;
const gapMs = 1_000 / requestsPerSecond;
const passRestMs = 1_000;

type World = {
  now: number;
  lastSentAt: number;
  requests: number;
  limitMs: number;
  /** The outage began so long before the first sign-up. It differs from run to run, so that its end comes at any moment of a rest. */
  aheadMs: number;
};

/** Simulates one run with its own clock. The same random numbers give the same run. */
export async function simulate(
  makePolicy: (means: Means) => Policy,
  scenario: Scenario,
  random: () => number,
): Promise<Simulated> {
  const aheadMs = random() * mostAheadMs;
  const world: World = { now: 0, lastSentAt: -gapMs, requests: 0, limitMs: 0, aheadMs };
  const means = { call: callerIn(world, scenario, random), random, clock: async () => world.now };
  const policy = makePolicy(means);
  world.limitMs = policy.answerWithinMs;
  const leads = Array.from({ length: leadCount }, (_, id) => newLead(id));
  await carry(world, policy, leads);
  return measured(world, leads);
}

function newLead(id: number): SimulatedLead {
  return { id, tries: 0, dueAt: id * comesEveryMs };
}

function callerIn(world: World, scenario: Scenario, random: () => number): Means["call"] {
  return async (call) => {
    world.now = Math.max(world.now, world.lastSentAt + gapMs);
    world.lastSentAt = world.now;
    const moment = world.now + world.aheadMs;
    if (moment < badForMs) world.requests += 1;
    const { share, latencyMs } = scenario.at(moment, call);
    world.now += Math.min(latencyMs, world.limitMs);
    if (latencyMs > world.limitMs) return noAnswer;
    return random() < share ? badAnswer : goodAnswer(call);
  };
}

async function carry(world: World, policy: Policy, leads: SimulatedLead[]): Promise<void> {
  const target = { list: "1", tags: ["black"], tagIds: createTagIds() };
  let isClosed = false;
  while (world.now < horizonMs && leads.some(({ deliveredAt }) => deliveredAt === undefined)) {
    const lead = nextDue(leads, world.now);
    if (lead === undefined) {
      world.now += passRestMs;
      continue;
    }
    const startedAt = world.now;
    const way: Way = isClosed && policy.probe ? await policy.probe() : "open";
    const after: Way = way === "open" ? await tryLead(world, policy, { lead, target }) : way;
    isClosed = after !== "open";
    if (after !== "open") world.now = Math.max(world.now, startedAt + after.closedForMs);
  }
}

type Trying = { lead: SimulatedLead; target: Parameters<typeof deliverLead>[1] };

async function tryLead(world: World, policy: Policy, { lead, target }: Trying): Promise<Way> {
  const email = `${lead.id}@example.com`;
  const claimed = { name: "Ana Lima", email, whatsapp: "(11) 98765-4321", phone: null };
  const outcome = await deliverLead(policy.callFor(lead), target, claimed);
  const { dueAfterMs, counts, way } = await policy.decide(outcome, lead);
  if (outcome.kind === "delivered") lead.deliveredAt = world.now;
  lead.tries += counts ? 1 : 0;
  lead.dueAt = world.now + dueAfterMs;
  return way;
}

/** The next lead that is due. Leads that were never tried come first, as in the courier. */
function nextDue(leads: readonly SimulatedLead[], now: number): SimulatedLead | undefined {
  const due = leads.filter(({ deliveredAt, dueAt }) => deliveredAt === undefined && dueAt <= now);
  const fresh = due.filter(({ tries }) => tries === 0);
  return (fresh.length > 0 ? fresh : due).sort((one, other) => one.dueAt - other.dueAt)[0];
}

function measured({ requests, aheadMs }: World, leads: readonly SimulatedLead[]): Simulated {
  const times = leads.map(({ deliveredAt = Infinity }) => deliveredAt);
  const after = times.filter((time) => time > badForMs - aheadMs);
  return {
    requests,
    meanwhile: times.length - after.length,
    firstAfterMs: Math.min(...after) - (badForMs - aheadMs),
    allMs: Math.max(...times),
  };
}
