export type PaceDeps = { clock: () => number; sleep: (ms: number) => Promise<unknown> };

/** The vendor takes 5 in any second for the whole account; a little less leaves room for the clock of the other side. */
const requestsPerSecond = 4.5;
const gapMs = 1_000 / requestsPerSecond;

/** Gives out turns with an even gap between them, to however many ask at once. */
export function createPace({ clock, sleep }: PaceDeps): () => Promise<void> {
  let nextTurn = 0;
  return async () => {
    const turn = Math.max(nextTurn, clock());
    nextTurn = turn + gapMs;
    await sleep(Math.max(turn - clock(), 0));
  };
}
