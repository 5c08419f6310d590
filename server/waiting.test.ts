import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { sleepFor } from "./waiting.ts";

const dayMs = 24 * 60 * 60_000;

test("a wait ends in time or when aborted, and leaves no listener behind", async () => {
  const stopping = new AbortController();
  await sleepFor(1, stopping.signal);
  const long = sleepFor(dayMs, stopping.signal);
  expect(getEventListeners(stopping.signal, "abort")).toHaveLength(1);
  stopping.abort();
  await long;
  await sleepFor(dayMs, stopping.signal);
  expect(getEventListeners(stopping.signal, "abort")).toEqual([]);
});
