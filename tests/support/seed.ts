import process from "node:process";

const { SEED: seed, LONG: long } = process.env;

// A property that fails prints the seed of its random values: `SEED=… npx vitest run <file>` tries the same values again.
// Each property is tried with a hundred values, and with many thousands by `LONG=1 npx vitest run <file>`.
if (seed !== undefined || long !== undefined) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(long !== undefined && { numRuns: 20_000 }),
  });
}
