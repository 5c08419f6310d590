import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, Histogram, Registry } from "prom-client";
import type { SignUpOutcome } from "#server/sign-up/outcome.ts";
import { type CircuitFigures, findCircuitFigures } from "#server/store/courier/circuit.ts";
import {
  findUndelivered,
  type Undelivered,
  waitedMs,
} from "#server/store/deliveries/undelivered.ts";
import type { Commit } from "#server/store/submissions/submissions.ts";
import type { Database } from "#server/store/tables.ts";
import { cachedFor } from "./cached-for.ts";
import { createSignUpCount } from "./sign-up-count.ts";

export type Metrics = {
  countSignUp: (outcome: SignUpOutcome) => void;
  measureCommit: (commit: Commit) => void;
  /** Returns all metrics in Prometheus' text format. */
  text: () => Promise<string>;
};

const maxAgeMs = 5_000;
const maxWaitMs = 2_500;
const commitSeconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const groupSizes = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export function createMetrics(database: Database, clock: () => number): Metrics {
  const registry = new Registry();
  const showUndelivered = gaugeUndelivered(registry, clock);
  const showCircuit = gaugeCircuit(registry);
  const readStore = cachedFor(maxAgeMs, clock, async () => ({
    undelivered: await findUndelivered(database),
    circuit: await findCircuitFigures(database),
  }));
  return {
    countSignUp: createSignUpCount(registry),
    measureCommit: createCommitMeasure(registry),
    async text() {
      // If the store does not answer in time, only the figures from the store are missing: the figures of the process
      // matter most while the store has a problem.
      const tooLate = sleep(maxWaitMs, undefined, { ref: false });
      const read = await Promise.race([readStore(), tooLate]).catch(() => undefined);
      showUndelivered(read?.undelivered);
      showCircuit(read?.circuit);
      return registry.metrics();
    },
  };
}

function createCommitMeasure(registry: Registry): Metrics["measureCommit"] {
  const registers = [registry];
  const time = new Histogram({
    name: "sign_up_commit_seconds",
    help: "How long a commit of waiting sign-ups took",
    buckets: commitSeconds,
    registers,
  });
  const group = new Histogram({
    name: "sign_up_commit_group_size",
    help: "How many sign-ups were committed together",
    buckets: groupSizes,
    registers,
  });
  return ({ size, ms }) => {
    time.observe(ms / 1_000);
    group.observe(size);
  };
}

function gaugeUndelivered(registry: Registry, clock: () => number) {
  const registers = [registry];
  const count = new Gauge({
    name: "undelivered_leads",
    help: "Leads that are not yet in ActiveCampaign, without those that are held or parked",
    registers,
  });
  const age = new Gauge({
    name: "undelivered_oldest_seconds",
    help: "How long the oldest of them has waited",
    registers,
  });
  return (undelivered: Undelivered | undefined): void => {
    if (undelivered === undefined) {
      count.remove();
      age.remove();
      return;
    }
    count.set(undelivered.count);
    age.set(waitedMs(undelivered.oldestAt, clock()) / 1_000);
  };
}

/** Returns a function that shows the circuit's figures; it shows nothing for undefined. */
function gaugeCircuit(registry: Registry): (figures: CircuitFigures | undefined) => void {
  const registers = [registry];
  const tripped = new Gauge({
    name: "delivery_circuit_tripped",
    help: "1 while ActiveCampaign fails and only gets a probe now and then",
    registers,
  });
  const paused = new Gauge({
    name: "delivery_paused",
    help: "1 while the operator has paused delivery",
    registers,
  });
  const parked = new Gauge({
    name: "parked_leads",
    help: "Leads that ActiveCampaign refused and that wait for the operator",
    registers,
  });
  return (figures) => {
    if (figures === undefined) {
      for (const gauge of [tripped, paused, parked]) gauge.remove();
      return;
    }
    tripped.set(Number(figures.tripped));
    paused.set(Number(figures.paused));
    parked.set(figures.parked);
  };
}
