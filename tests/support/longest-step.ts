import { readWhatsapp } from "#lead/whatsapp.ts";

/** A step may take as long as reading so many ordinary numbers: some 50 ms, however quick the machine is. */
const numbersPerStep = 10_000;
/** Collecting garbage may come in between. */
const rounds = 3;

const ordinaryNumber = "(11) 98765-4321";

/** The most that the processor was busy between two turns of the event loop, in microseconds, in the best of some rounds. */
export async function longestStep(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) best = Math.min(best, await longestOf(work));
  return best;
}

/** The same for one round, which may be looked into at each turn. */
export async function longestOf(
  work: () => Promise<unknown>,
  atEachTurn = () => {},
): Promise<number> {
  let longest = 0;
  let before = process.cpuUsage();
  const look = () => {
    const { user } = process.cpuUsage(before);
    longest = Math.max(longest, user);
    atEachTurn();
    before = process.cpuUsage();
  };
  let turn = setImmediate(function again() {
    look();
    turn = setImmediate(again);
  });
  await work().finally(() => clearImmediate(turn));
  look();
  return longest;
}

/** Measured on this machine as it is now, beside the same noise. */
export function stepLimit(): number {
  const before = process.cpuUsage();
  for (let count = 0; count < numbersPerStep; count += 1) readWhatsapp(ordinaryNumber);
  return process.cpuUsage(before).user;
}
