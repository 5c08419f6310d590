import { spawn } from "node:child_process";
import { once } from "node:events";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import { type FakeActiveCampaign, startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { runTick, type TickDeps, type TickOutcome } from "#server/delivery/tick.ts";
import type { Database } from "#server/store/row-types.ts";
import { appendSubmissions } from "#server/store/submissions/submissions.ts";
import { randomFrom } from "#tests/support/chance.ts";
import { people } from "#tests/support/people.ts";
import { createMigratedDatabase, openStore } from "#tests/support/store/temporary-database.ts";
import { deliveryTo } from "./test-courier.ts";

export type Ticking = {
  database: Database;
  fake: FakeActiveCampaign;
  signUp(count: number): Promise<void>;
  tick(deps?: Partial<TickDeps>): Promise<TickOutcome>;
  /** Starts a tick in a process of its own, which can be killed. */
  startTickProcess(): { kill(): Promise<void> };
};

const latencyMs = 20;
/** Long enough for the work of any test, also on a busy machine. */
const longSliceMs = 120_000;

/** A Postgres as on the platform of the tick, and the fake with ActiveCampaign's limits. Time is real time. */
export async function startTicking(): Promise<Ticking> {
  const { store, remove } = await createMigratedDatabase();
  onTestFinished(remove);
  const fake = await startFakeActiveCampaign({ ...accountLimits, latencyMs });
  onTestFinished(() => fake.stop());
  const database = await openStore(store);
  onTestFinished(() => database.destroy());
  let waves = 0;
  return {
    database,
    fake,
    async signUp(count) {
      waves += 1;
      await signUp(database, people(count, `wave-${waves}`));
    },
    tick: (deps) => runTick({ ...tickDeps(database, fake.url), ...deps }),
    startTickProcess: () => startTickProcess(store.url, fake.url),
  };
}

export function tickDeps(database: Database, accountUrl: string): TickDeps {
  return {
    database,
    log: pino({ level: "silent" }),
    delivery: deliveryTo(accountUrl),
    random: randomFrom(1),
    clock: Date.now,
    sliceMs: longSliceMs,
    removeOld: () => Promise.resolve(),
    stopping: new AbortController().signal,
  };
}

function signUp(database: Database, leads: ReturnType<typeof people>) {
  const submissions = leads.map((lead) => ({
    lead,
    surface: "popup" as const,
    receivedAt: Date.now(),
  }));
  return appendSubmissions(database, submissions);
}

function startTickProcess(storeUrl: string, accountUrl: string) {
  const script = ["scripts/run.mjs", "tests/support/courier/tick-process.ts"];
  const tick = spawn(process.execPath, script, {
    env: { PATH: process.env["PATH"], STORE: storeUrl, ACCOUNT: accountUrl },
    stdio: "ignore",
  });
  const ended = once(tick, "exit");
  const kill = async () => {
    tick.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  return { kill };
}
