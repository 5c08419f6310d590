import { afterAll, afterEach, beforeEach, expect } from "vitest";

const methods = ["debug", "error", "info", "log", "trace", "warn"] as const;

/** All that the code under test has written to the console since the last check. */
const output: unknown[][] = [];

beforeEach(() => {
  for (const method of methods) console[method] = (...words) => output.push(words);
});

// Each check fails its test, or its whole file, if the console has output. Only a check empties the list of output, so
// output between two tests is also found.
afterEach(expectNoOutput);
afterAll(expectNoOutput);

function expectNoOutput(): void {
  expect(output.splice(0), "unexpected console output").toEqual([]);
}
