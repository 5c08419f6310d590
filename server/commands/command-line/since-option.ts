import { launch } from "#content/launch.ts";
import { times as phrases } from "#phrases/times.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import type { CommandInput, Option } from "./command.ts";
import { readTime } from "./read-time.ts";

export const { timeZone } = launch.event;

export const sinceOption = {
  since: { type: "string", about: phrases.since(timeZone) },
} as const satisfies Record<string, Option>;

type TimeOption = { kind: "time"; start: number; end: number } | { kind: "misused"; line: string };

/** Reads the value of an option like `--since`; undefined if the option is not given. */
export function readTimeOption(
  { values }: CommandInput,
  option: string,
  now: number,
): TimeOption | undefined {
  const text = values.get(option);
  if (text === undefined) return undefined;
  const read = readTime(text, now);
  const shown = escapeForTerminal(text);
  switch (read.kind) {
    case "time":
      return read;
    case "not-read":
      return { kind: "misused", line: phrases.notRead(option, shown) };
    case "impossible":
      return { kind: "misused", line: phrases.impossible(option, shown) };
  }
}
