import { readWhatsapp } from "#lead/whatsapp.ts";

/** A step may take as long as reading this number of ordinary phone numbers (about 50 ms), so the limit fits each machine. */
const numbersPerStep = 10_000;
/** The work runs in several rounds, because a garbage collection can slow one round down. */
const rounds = 3;

const ordinaryNumber = "(11) 98765-4321";

/** The longest processor time between two turns of the event loop, in microseconds, in the best of some rounds. */
export async function longestStep(work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) best = Math.min(best, await longestOf(work));
  return best;
}

/**
 * The longest processor time between two turns of the event loop, in microseconds, in one round. Calls `atEachTurn` in
 * each turn.
 */
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

/** The limit of a step in microseconds. Measured each time, because other processes may slow the machine down. */
export function stepLimit(): number {
  const before = process.cpuUsage();
  for (let count = 0; count < numbersPerStep; count += 1) readWhatsapp(ordinaryNumber);
  return process.cpuUsage(before).user;
}
