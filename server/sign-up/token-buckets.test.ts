import { expect, test } from "vitest";
import { createTokenBuckets, rememberLatest } from "./token-buckets.ts";

test("a bucket gives its burst at once, and after that one token in each interval", () => {
  let now = 0;
  const buckets = createTokenBuckets({ burst: 3, perMinute: 60 }, () => now);
  expect([1, 2, 3, 4].map(() => buckets.take("a"))).toEqual([0, 0, 0, 1_000]);
  now = 500;
  expect(buckets.take("a")).toBe(500);
  now = 1_000;
  expect(buckets.take("a")).toBe(0);
});

test("each key has its own bucket", () => {
  const buckets = createTokenBuckets({ burst: 1, perMinute: 1 }, () => 0);
  expect([buckets.take("a"), buckets.take("b")]).toEqual([0, 0]);
});

test("two hundred people a minute with one key get a token, as long as they come", () => {
  let now = 0;
  const buckets = createTokenBuckets({ burst: 300, perMinute: 300 }, () => now);
  const waits = Array.from({ length: 2_000 }, () => {
    now += 300;
    return buckets.take("carrier");
  }).filter((wait) => wait > 0);
  expect(waits).toEqual([]);
});

test("the latest keys are remembered, and never more than the maximum", () => {
  const latest = rememberLatest<number>(10);
  for (let key = 0; key < 1_000; key += 1) latest.set(String(key), key);
  const remembered = Array.from({ length: 1_000 }, (_, key) => latest.get(String(key))).filter(
    (value) => value !== undefined,
  );
  expect(remembered.slice(-5)).toEqual([995, 996, 997, 998, 999]);
  expect(remembered.length).toBeLessThanOrEqual(10);
});

test("a key that is set again and again stays, however many others are set", () => {
  const latest = rememberLatest<number>(10);
  for (let key = 0; key < 1_000; key += 1) {
    latest.set(String(key), key);
    latest.set("regular", key);
    expect(latest.get("regular")).toBe(key);
  }
});
