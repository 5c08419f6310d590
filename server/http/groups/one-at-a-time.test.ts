import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

const longMs = 60_000;

test("jobs run one after the other, and each gets its own result", async () => {
  const inTurn = oneAtATime(longMs);
  let running = 0;
  const results = await Promise.all(
    [1, 2, 3].map((number) =>
      inTurn(async () => {
        running += 1;
        await sleep(1);
        expect(running).toBe(1);
        running -= 1;
        return number;
      }),
    ),
  );
  expect(results).toEqual([1, 2, 3]);
});

test("a job that fails fails alone", async () => {
  const inTurn = oneAtATime(longMs);
  const failing = inTurn(() => Promise.reject(new Error("disk full")));
  await expect(failing).rejects.toThrow("disk full");
  expect(await inTurn(async () => "done")).toBe("done");
});

test("a job that takes too long is answered, and those that waited behind it are left out", async () => {
  const inTurn = oneAtATime(20);
  let resolve = (_: string) => {};
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  let wasLeftOut = true;
  const slow = inTurn(() => promise);
  const behind = inTurn(async () => {
    wasLeftOut = false;
    return "late job";
  });
  expect(await Promise.all([slow, behind])).toEqual(["late", "late"]);
  resolve("at last");
  expect(await inTurn(async () => "next")).toBe("next");
  expect(wasLeftOut).toBe(true);
});
