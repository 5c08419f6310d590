import { span as phrases } from "#phrases/commands/span.ts";
import type { CommandInput, Option } from "./command.ts";
import { readTimeOption, sinceOption, timeZone } from "./since-option.ts";

/** The time between `--since` and `--to`. An option that is not given leaves its end open. */
export type GivenSpan = {
  kind: "span";
  since: number | undefined;
  /** The first moment after the span. */
  to: number | undefined;
};

export const spanOptions = {
  ...sinceOption,
  to: { type: "string", about: phrases.to(timeZone) },
} as const satisfies Record<string, Option>;

/** Reads `--since` and `--to`. A day after `--to` belongs to the span as a whole. */
export function readSpan(
  input: CommandInput,
  now: number,
): GivenSpan | { kind: "misused"; line: string } {
  const since = readTimeOption(input, "since", now);
  if (since?.kind === "misused") return since;
  const to = readTimeOption(input, "to", now);
  if (to?.kind === "misused") return to;
  if (since !== undefined && to !== undefined && to.end <= since.start)
    return { kind: "misused", line: phrases.empty };
  return { kind: "span", since: since?.start, to: to?.end };
}
