import { expect, test } from "vitest";
import { cachedFor } from "./cached-for.ts";

test("the value is read again when the last answer is old enough", async () => {
  let now = 0;
  let calls = 0;
  const read = cachedFor(
    100,
    () => now,
    async () => ++calls,
  );
  expect([await read(), await read()]).toEqual([1, 1]);
  now = 99;
  expect(await read()).toBe(1);
  now = 100;
  expect(await read()).toBe(2);
});

test("while one call is running there is no second one", async () => {
  let now = 0;
  let calls = 0;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const read = cachedFor(
    100,
    () => now,
    async () => {
      calls += 1;
      await finished;
      return calls;
    },
  );
  const first = read();
  now = 10_000;
  const second = read();
  finish();
  expect([await first, await second]).toEqual([1, 1]);
  now = 10_100;
  expect(await read()).toBe(2);
});

test("after an error the value is read again only when the error is old enough", async () => {
  let now = 0;
  let calls = 0;
  const read = cachedFor(
    100,
    () => now,
    () => Promise.reject(new Error(`${++calls}`)),
  );
  await expect(read()).rejects.toThrow("1");
  await expect(read()).rejects.toThrow("1");
  now = 100;
  await expect(read()).rejects.toThrow("2");
});
