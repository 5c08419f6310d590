import { expect, test } from "vitest";
import { cachedFor } from "./cached-for.ts";

test("it is asked again when the last answer is old enough", async () => {
  let now = 0;
  let asked = 0;
  const ask = cachedFor(
    100,
    () => now,
    async () => ++asked,
  );
  expect([await ask(), await ask()]).toEqual([1, 1]);
  now = 99;
  expect(await ask()).toBe(1);
  now = 100;
  expect(await ask()).toBe(2);
});

test("it is asked again when the clock was set back", async () => {
  let now = 1_000;
  let asked = 0;
  const ask = cachedFor(
    100,
    () => now,
    async () => ++asked,
  );
  expect(await ask()).toBe(1);
  now = 999;
  expect([await ask(), await ask()]).toEqual([2, 2]);
});

test("while one question hangs no other is put", async () => {
  let now = 0;
  let asked = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const ask = cachedFor(
    100,
    () => now,
    async () => {
      asked += 1;
      await held;
      return asked;
    },
  );
  const first = ask();
  now = 10_000;
  const second = ask();
  release();
  expect([await first, await second]).toEqual([1, 1]);
  now = 10_100;
  expect(await ask()).toBe(2);
});

test("a failure is an answer like any other: it is not asked again at once", async () => {
  let now = 0;
  let asked = 0;
  const ask = cachedFor(
    100,
    () => now,
    () => Promise.reject(new Error(`${++asked}`)),
  );
  await expect(ask()).rejects.toThrow("1");
  await expect(ask()).rejects.toThrow("1");
  now = 100;
  await expect(ask()).rejects.toThrow("2");
});
