import { setTimeout as sleep } from "node:timers/promises";
import { Gauge, Histogram, Registry } from "prom-client";
import { type CircuitFigures, findCircuitFigures } from "#server/storage/courier/circuit.ts";
import {
  findUndelivered,
  type Undelivered,
  waitedMs,
} from "#server/storage/deliveries/undelivered.ts";
import type { Commit } from "#server/storage/submissions/group-commit.ts";
import type { Database } from "#server/storage/tables.ts";
import { cachedFor } from "./cached-for.ts";
import { countSignUps, type SignUpCount } from "./sign-up-count.ts";

export type Metrics = {
  signUp: SignUpCount;
  commit: (commit: Commit) => void;
  /** In Prometheus' text format. */
  text: () => Promise<string>;
};

const readStoreEveryMs = 5_000;
const figuresWithinMs = 2_500;
const commitSeconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const groupSizes = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export function createMetrics(database: Database, clock: () => number): Metrics {
  const registry = new Registry();
  const signUp = countSignUps(registry);
  const commit = measureCommits(registry);
  const showUndelivered = gaugeUndelivered(registry, clock);
  const showLane = gaugeCircuit(registry);
  const readStore = cachedFor(readStoreEveryMs, clock, async () => ({
    undelivered: await findUndelivered(database),
    lane: await findCircuitFigures(database),
  }));
  return {
    signUp,
    commit,
    async text() {
      // A store that doesn't answer leaves its own lines out: the others are wanted all the more.
      const tooLate = sleep(figuresWithinMs, undefined, { ref: false });
      const read = await Promise.race([readStore(), tooLate]).catch(() => undefined);
      showUndelivered(read?.undelivered);
      showLane(read?.lane);
      return registry.metrics();
    },
  };
}

function measureCommits(registry: Registry): Metrics["commit"] {
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
    help: "Leads on their way to ActiveCampaign; not those that are held back or parked",
    registers,
  });
  const age = new Gauge({
    name: "undelivered_oldest_seconds",
    help: "How long the one that has waited longest has been waiting",
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

/** How the way to ActiveCampaign is; undefined leaves the lines out. */
function gaugeCircuit(registry: Registry): (figures: CircuitFigures | undefined) => void {
  const registers = [registry];
  const closed = new Gauge({
    name: "delivery_lane_closed",
    help: "1 while ActiveCampaign refuses and is only tried once a minute",
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
      for (const gauge of [closed, paused, parked]) gauge.remove();
      return;
    }
    closed.set(Number(figures.tripped));
    paused.set(Number(figures.paused));
    parked.set(figures.parked);
  };
}
