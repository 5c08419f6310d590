import { getEventListeners } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { sleepFor } from "./waiting.ts";

test("a wait ends in time or when aborted, and leaves nothing behind", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stopping = new AbortController();
  const short = sleepFor(1_000, stopping.signal);
  await vi.advanceTimersByTimeAsync(1_000);
  await short;
  const long = sleepFor(60_000, stopping.signal);
  stopping.abort();
  await long;
  await sleepFor(60_000, stopping.signal);
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(stopping.signal, "abort")).toEqual([]);
});
