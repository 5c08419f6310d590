import { expect, test } from "vitest";
import { rememberLatest } from "./rate-limits.ts";

test("what was set last is remembered, and more than the most never is", () => {
  const latest = rememberLatest<number>(10);
  for (let key = 0; key < 1_000; key += 1) latest.set(String(key), key);
  const remembered = Array.from({ length: 1_000 }, (_, key) => latest.get(String(key))).filter(
    (value) => value !== undefined,
  );
  expect(remembered.slice(-5)).toEqual([995, 996, 997, 998, 999]);
  expect(remembered.length).toBeLessThanOrEqual(10);
});

test("a key that is set again and again stays, whatever else comes", () => {
  const latest = rememberLatest<number>(10);
  for (let key = 0; key < 1_000; key += 1) {
    latest.set(String(key), key);
    latest.set("regular", key);
    expect(latest.get("regular")).toBe(key);
  }
});
