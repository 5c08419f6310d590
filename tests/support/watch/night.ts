import { setTimeout as realSleep } from "node:timers/promises";

type Sleeper = { dueAt: number; wake: () => void };

/** The time of a test: it passes only when the test says so, and then at once. */
export type Night = {
  clock(): number;
  steadyClock(): number;
  sleep(ms: number, stopped: AbortSignal): Promise<void>;
  /** Lets time pass. Everything that sleeps until then wakes up in its turn, and does its work. */
  pass(ms: number): Promise<void>;
  /** How many loops there are; time waits until all of them sleep. */
  loops: number;
};

export function createNight(start: number): Night {
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
