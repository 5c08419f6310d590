import { randomInt } from "node:crypto";
import { expect } from "vitest";

const modulus = 2_147_483_647;

/**
 * The random numbers of one test, from 0 to 1, made from a seed. The seed is printed; `SEED=` in the environment
 * repeats the same numbers.
 */
export function startChance(): () => number {
  const seed = Number(process.env["SEED"] ?? randomInt(1, modulus));
  process.stdout.write(
    `SEED=${seed} repeats the chance of "${expect.getState().currentTestName}".\n`,
  );
  return randomFrom(seed);
}

/** Random numbers by the method of Park and Miller, which gives the same numbers on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed % modulus || 1;
  return () => {
    state = (state * 48_271) % modulus;
    return state / modulus;
  };
}
