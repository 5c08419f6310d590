import process from "node:process";

const { SEED: seed, LONG: long } = process.env;

// A failed property test prints the seed of its random values: `SEED=… npx vitest run <file>` tries the same values
// again. Each property is tested with a hundred values; `LONG=1 npx vitest run <file>` tests many thousands.
if (seed !== undefined || long !== undefined) {
  const { configureGlobal } = await import("fast-check");
  configureGlobal({
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(long !== undefined && { numRuns: 20_000 }),
  });
}
