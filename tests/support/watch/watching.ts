import { setTimeout as realSleep } from "node:timers/promises";
import pino from "pino";
import { onTestFinished } from "vitest";
import type { Environment } from "#server/config.ts";
import { startJobs } from "#server/jobs.ts";
import type { Database } from "#server/store/schema.ts";
import { createWatch, type Watch, type WatchContext } from "#server/watch/watch.ts";
import { settingsOf } from "#tests/support/app/app.ts";
import { eventPlan } from "#tests/support/app/event-plan.ts";
import { type Engine, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

const nightStart = Date.parse("2026-11-11T22:00:00Z");

type Special = Partial<WatchContext> & { settings?: Environment };

/** The settings of a server that delivers leads, with changes of the test. */
function configOf(settings: Environment) {
  const account = { ACTIVECAMPAIGN_URL: "https://x.example", ACTIVECAMPAIGN_TOKEN: "token" };
  return settingsOf({ SITE_URL: "https://example.com", ...account, ...settings });
}

/** A server that watches an empty store, and a receiver for its messages. */
export async function watching(engine: Engine, special: Special = {}) {
  const database = await temporaryDatabase(engine);
  const night = createNight(nightStart);
  const receiver = await startReceiver();
  const lines: string[] = [];
  const watch = startWatch({ database, night, receiver, lines }, special);
  return { database, night, receiver, watch, lines };
}

type Watching = {
  database: Database;
  night: Night;
  receiver?: Pick<Receiver, "url">;
  /** The lines of the log, each as JSON. */
  lines?: string[];
};

type RunningWatch = Pick<Watch, "troublesHere"> & { stop: () => Promise<void> };

/** Starts the watch of one server process, by default on a machine without any trouble. */
export function startWatch(
  { database, night, receiver, lines = [] }: Watching,
  { settings, ...special }: Special = {},
): RunningWatch {
  const log = pino({ base: null }, { write: (line) => lines.push(line) });
  const watch = createWatch({
    database,
    signUpDatabase: database,
    readDatabase: database,
    ...night,
    config: configOf({ ALERT_URL: receiver?.url, ...settings }),
    event: eventPlan,
    override: () => undefined,
    log,
    readDisk: async () => ({ freeBytes: 1e12, freeShare: 0.5 }),
    fetch,
    // The limit is long: only a test of missing answers reaches it, and a receiver on a busy machine answers late.
    maxAnswerMs: 60_000,
    ...special,
  });
  const loops = watch.jobs.length;
  night.loops += loops;
  const jobs = startJobs(watch.jobs, log, night.sleep);
  onTestFinished(jobs.stop);
  const stop = async () => {
    await jobs.stop();
    await watch.stop();
    night.loops -= loops;
  };
  return { troublesHere: watch.troublesHere, stop };
}

type Sleeper = { dueAt: number; wake: () => void };

/** The simulated time of a test: it passes only when the test says so, and then at once. */
type Night = {
  clock(): number;
  steadyClock(): number;
  sleep(ms: number, stopped: AbortSignal): Promise<void>;
  /** Lets time pass. All loops that sleep until a time before its end wake up in order, and do their work. */
  pass(ms: number): Promise<void>;
  /** The number of loops; time passes only when all of them sleep. */
  loops: number;
};

function createNight(start: number): Night {
  let now = start;
  let sleepers: Sleeper[] = [];
  const night: Night = {
    loops: 0,
    clock: () => now,
    steadyClock: () => now,
    async sleep(ms, stopped) {
      if (stopped.aborted) return;
      await new Promise<void>((wake) => {
        const stop = () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          sleeper.wake();
        };
        const sleeper = {
          dueAt: now + ms,
          wake() {
            stopped.removeEventListener("abort", stop);
            wake();
          },
        };
        stopped.addEventListener("abort", stop);
        sleepers.push(sleeper);
      });
    },
    async pass(ms) {
      const until = now + ms;
      for (;;) {
        while (sleepers.length < night.loops) await realSleep(1);
        const next = Math.min(...sleepers.map(({ dueAt }) => dueAt));
        now = Math.min(next, until);
        if (next > until) return;
        const due = sleepers.filter(({ dueAt }) => dueAt === next);
        sleepers = sleepers.filter((sleeper) => !due.includes(sleeper));
        for (const { wake } of due) wake();
      }
    },
  };
  return night;
}
