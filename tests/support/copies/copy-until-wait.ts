import type { Operator } from "#tests/support/operator/operator.ts";
import { settingsOf } from "#tests/support/operator/operator.ts";
import { bucketKeys } from "./fake-bucket.ts";

/** A full hour. */
export const start = Date.parse("2026-11-11T20:00:00Z");
export const minute = 60_000;
export const hour = 60 * minute;

export type Copying = {
  /** What the command has printed, as lines. */
  out: string[];
  err: string[];
  code: number;
  /** How long the command waited each time. */
  waits: number[];
};

type Options = {
  /** When the command starts. */
  at?: number;
  /** Is called at each wait, before its time has passed; its number begins with 1. */
  onWait?: (wait: number, now: number) => unknown;
  keys?: Record<string, string>;
};

/** Runs `backup --to` with these words, and stops it at its wait of this number. A wait takes no time. */
export async function copyUntilWait(
  { run, store }: Operator,
  words: readonly string[],
  stopAt: number,
  { at = start, onWait, keys = bucketKeys }: Options = {},
): Promise<Copying> {
  const stopping = new AbortController();
  const waits: number[] = [];
  let now = at;
  const { code, out, err } = await run(["backup", "--to", ...words], {
    clock: () => now,
    readConfig: () => settingsOf(store, keys),
    stopSignal: () => stopping.signal,
    async sleep(ms) {
      waits.push(ms);
      await onWait?.(waits.length, now);
      if (waits.length === stopAt) stopping.abort();
      now += ms;
    },
  });
  return { code, out: linesOf(out), err: linesOf(err), waits };
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}
