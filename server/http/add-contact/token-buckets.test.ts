import { expect, test } from "vitest";
import { createTokenBuckets } from "./rate-limits.ts";

test("the burst passes, the next one waits as long as a token takes", () => {
  let now = 0;
  const buckets = createTokenBuckets({ burst: 3, perMinute: 60 }, () => now);
  expect([1, 2, 3, 4].map(() => buckets.take("a"))).toEqual([0, 0, 0, 1_000]);
  now = 500;
  expect(buckets.take("a")).toBe(500);
  now = 1_000;
  expect(buckets.take("a")).toBe(0);
});

test("one visitor's burst is not another's", () => {
  const buckets = createTokenBuckets({ burst: 1, perMinute: 1 }, () => 0);
  expect([buckets.take("a"), buckets.take("b")]).toEqual([0, 0]);
});

test("two hundred people a minute behind one address pass, for as long as it lasts", () => {
  let now = 0;
  const buckets = createTokenBuckets({ burst: 300, perMinute: 300 }, () => now);
  const refused = Array.from({ length: 2_000 }, () => {
    now += 300;
    return buckets.take("carrier");
  }).filter((wait) => wait > 0);
  expect(refused).toEqual([]);
});
