import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { timeZone } from "#server/commands/printing/text.ts";
import type { Span } from "#server/store/leads/signed-up-in.ts";
import { type CommandInput, type Misused, misused, type Option } from "./command.ts";
import { readTime } from "./read-time.ts";

/** The time between `--since` and `--to`. An option that is not given leaves its end open. */
export type GivenSpan = {
  kind: "span";
  since: number | undefined;
  /** The first moment after the span. */
  to: number | undefined;
};

const forms = '20:00, hoje, ontem, 11/11, 11/11/2026, "11/11/2026 20:00", "há 2 horas"';

export const spanOptions = {
  since: {
    type: "string",
    about: `a partir desta data ou hora, no fuso ${timeZone}: ${forms}`,
  },
  to: {
    type: "string",
    about: `até esta data ou hora, no fuso ${timeZone}; um dia vale até o fim dele`,
  },
} as const satisfies Record<string, Option>;

/** Reads `--since` and `--to`. A day after `--to` belongs to the span as a whole. */
export function readSpan(input: CommandInput, now: number): GivenSpan | Misused {
  const since = readTimeOption(input, "since", now);
  if (since?.kind === "misused") return since;
  const to = readTimeOption(input, "to", now);
  if (to?.kind === "misused") return to;
  if (since !== undefined && to !== undefined && to.end <= since.start)
    return misused("--to vem antes de --since. Troque os dois, ou corrija um deles.");
  return { kind: "span", since: since?.start, to: to?.end };
}

/** The span with both ends: an open end is before the first sign-up, or after the last. */
export function closeSpan({
  since = 0,
  to = Number.MAX_SAFE_INTEGER,
}: {
  since: number | undefined;
  to: number | undefined;
}): Span {
  return { since, to };
}

type TimeOption = { kind: "time"; start: number; end: number } | Misused;

/** Reads the value of one of the two options; undefined if the option is not given. */
function readTimeOption(
  { values }: CommandInput,
  option: keyof typeof spanOptions,
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
      return misused(
        `--${option}: "${shown}" não foi entendido como data ou hora. Escreva, por exemplo: ${forms}.`,
      );
    case "impossible":
      return misused(`--${option}: "${shown}" não existe. Confira o dia, o mês e a hora.`);
  }
}
