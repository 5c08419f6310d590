import { stats as phrases } from "#phrases/commands/stats.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  type Misused,
  misused,
  type WithDatabase,
} from "#server/commands/command-line/command.ts";
import { readSpan, spanOptions } from "#server/commands/command-line/span-options.ts";
import { deriveForReading } from "#server/commands/derive-for-reading.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { figuresJson } from "./figures-json.ts";
import type { Period } from "./periods.ts";
import { type Question, readFigures, readVisitCounts } from "./read-figures.ts";
import { showFigures } from "./show-figures.ts";
import { watchFigures } from "./watch-figures.ts";

const maxLabels = 20;

export const stats: Command = {
  needs: "database",
  usage: "[--by minute|hour|day] [--since <quando>] [--to <quando>] [--watch | --json]",
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: {
    by: { type: "string", about: phrases.options.by },
    ...spanOptions,
    watch: { type: "boolean", about: phrases.options.watch },
    json: { type: "boolean", about: phrases.options.json },
  },
  async run(io, input) {
    const span = readSpan(input, io.clock());
    if (span.kind === "misused") return span;
    const by = readPeriod(input);
    if (by.kind === "misused") return by;
    const mistake = findMistake(io, input);
    if (mistake !== undefined) return misused(mistake);
    await deriveForReading(io);
    const given = { since: span.since, to: span.to };
    if (input.switches.has("watch")) return watchFigures(io, given, by.period);
    return printOnce(io, input, { ...given, by: by.period ?? "hour" });
  },
};

function readPeriod({
  values,
}: CommandInput): { kind: "period"; period: Period | undefined } | Misused {
  const given = values.get("by");
  switch (given) {
    case undefined:
    case "minute":
    case "hour":
    case "day":
      return { kind: "period", period: given };
    default:
      return misused(phrases.badPeriod(escapeForTerminal(given)));
  }
}

function findMistake({ isTerminal }: WithDatabase, { switches }: CommandInput): string | undefined {
  if (!switches.has("watch")) return undefined;
  if (switches.has("json")) return phrases.watchAlone;
  return isTerminal ? undefined : phrases.watchNeedsTerminal;
}

async function printOnce(
  io: WithDatabase,
  { switches }: CommandInput,
  question: Question,
): Promise<CommandOutcome> {
  const visits = await readVisitCounts(io, question);
  const figures = await readFigures(io, question, visits);
  await io.write(
    switches.has("json")
      ? figuresJson(figures, question)
      : showFigures(figures, question, maxLabels),
  );
  return done;
}
