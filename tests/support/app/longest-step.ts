import { readWhatsapp } from "#lead/whatsapp.ts";

/**
 * The limit of a step of the event loop is the time that this machine takes to read this number of ordinary phone
 * numbers (about 50 ms). So the limit fits each machine.
 */
const numbersPerStep = 10_000;
/** How often the work is measured: several times, because a garbage collection can slow one round down. */
const rounds = 3;

const ordinaryNumber = "(11) 98765-4321";

/**
 * The longest processor time between two turns of the event loop, in microseconds: measured in several rounds, of which
 * the fastest counts.
 */
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

/**
 * The most processor time, in microseconds, that one step of the event loop may take. It is measured at each call,
 * because other processes may slow the machine down.
 */
export function stepLimit(): number {
  const before = process.cpuUsage();
  for (let count = 0; count < numbersPerStep; count += 1) readWhatsapp(ordinaryNumber);
  return process.cpuUsage(before).user;
}
