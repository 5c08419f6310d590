import { expect, test } from "vitest";
import { isSupported } from "./require-node.mjs";

test.each([
  ["20.18.3", "20.19.0"],
  ["21.7.3", "22.14.0"],
  ["22.13.1", "22.23.3"],
  ["23.11.1", "24.0.0"],
  ["25.9.0", "26.0.0"],
  ["8.17.0", "31.2.0"],
])("Node %s is refused, and Node %s is accepted", (refused, accepted) => {
  expect(isSupported(refused)).toBe(false);
  expect(isSupported(accepted)).toBe(true);
});
