import { afterEach, beforeEach, expect } from "vitest";

const methods = ["debug", "error", "info", "log", "trace", "warn"] as const;

/** What nobody expected to be said fails the test that made it be said. */
const said: unknown[][] = [];

beforeEach(() => {
  said.length = 0;
  for (const method of methods) console[method] = (...words) => said.push(words);
});

afterEach(() => {
  expect(said, "unexpected console output").toEqual([]);
});
