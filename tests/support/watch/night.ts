import { setTimeout as realSleep } from "node:timers/promises";

type Sleeper = { dueAt: number; wake: () => void };

/** The time of a test: it passes only when the test says so, and then at once. */
export type Night = {
  clock(): number;
  /** Goes on when the clock is set. */
  steadyClock(): number;
  sleep(ms: number, stopped: AbortSignal): Promise<void>;
  /** Lets time pass. Everything that sleeps until then wakes up in its turn, and does its work. */
  pass(ms: number): Promise<void>;
  /** Sets the clock, as a person or a broken machine does. */
  setClock(aheadMs: number): void;
  /** How many loops there are; time waits until all of them sleep. */
  loops: number;
};

export function createNight(start: number): Night {
  let steady = 1_000_000;
  let ahead = start - steady;
  let sleepers: Sleeper[] = [];
  const night: Night = {
    loops: 0,
    clock: () => steady + ahead,
    steadyClock: () => steady,
    async sleep(ms, stopped) {
      if (stopped.aborted) return;
      await new Promise<void>((wake) => {
        const stop = () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          sleeper.wake();
        };
        const sleeper = {
          dueAt: steady + ms,
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
      const until = steady + ms;
      for (;;) {
        while (sleepers.length < night.loops) await realSleep(1);
        const next = Math.min(...sleepers.map(({ dueAt }) => dueAt));
        steady = Math.min(next, until);
        if (next > until) return;
        const due = sleepers.filter(({ dueAt }) => dueAt === next);
        sleepers = sleepers.filter((sleeper) => !due.includes(sleeper));
        for (const { wake } of due) wake();
      }
    },
    setClock(aheadMs) {
      ahead += aheadMs;
    },
  };
  return night;
}
