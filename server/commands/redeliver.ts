import { circuit } from "#phrases/command-line.ts";
import { redeliver as phrases } from "#phrases/commands/redeliver.ts";
import { minutesToDeliver } from "#server/delivery/imports.ts";
import { readCircuit } from "#server/store/courier/circuit.ts";
import {
  countRedeliverable,
  leadsOfSpan,
  makeDueAgain,
  type Redeliverable,
} from "#server/store/deliveries/again.ts";
import type { Span } from "#server/store/leads/signed-up-in.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  misused,
  type WithDatabase,
} from "./command-line/command.ts";
import { confirm, yesOption } from "./command-line/confirm.ts";
import { closeSpan, readSpan, spanOptions } from "./command-line/span-options.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { createProgress } from "./printing/progress.ts";
import { formatCount, formatTime } from "./printing/text.ts";

export const redeliver: Command = {
  needs: "database",
  usage: "--since <quando> [--to <quando>] [--parked] [--yes]",
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: {
    ...spanOptions,
    parked: { type: "boolean", about: phrases.parked },
    ...yesOption,
  },
  async run(io, input) {
    const given = readSpan(input, io.clock());
    if (given.kind === "misused") return given;
    const { since, to } = given;
    if (since === undefined) return misused(phrases.sinceMissing);
    await io.write(phrases.span(formatTime(since), to === undefined ? undefined : formatTime(to)));
    return redeliverSpan(io, input, closeSpan(given));
  },
};

async function redeliverSpan(
  io: WithDatabase,
  input: CommandInput,
  span: Span,
): Promise<CommandOutcome> {
  const parked = input.switches.has("parked");
  const found = await countRedeliverable(io.database, span);
  const count = found.again + (parked ? found.parked : 0);
  await io.write(countLines(found));
  if (found.parked > 0 && !parked) await io.write(phrases.parkedStay);
  if (count === 0) {
    await io.write(phrases.noPeople);
    return done;
  }
  await io.write(prospect(io, { count, individually: found.individually }));
  const { pausedAt } = await readCircuit(io.database);
  if (pausedAt !== undefined) await io.write(`${circuit.paused(formatTime(pausedAt))}\n`);
  const answer = await confirm(io, input, phrases.question(formatCount(count)));
  if (answer !== "agreed") return answer;
  await io.write(phrases.done(formatCount(await makeSpanDue(io, span, parked))));
  return done;
}

function countLines({ again, due, parked }: Redeliverable): string {
  const { counts } = phrases;
  const rows = [
    [counts.again, again],
    [counts.due, due],
    [counts.parked, parked],
  ] as const;
  return rows
    .map(([label, count]) => `  ${label.padEnd(34)}${formatCount(count).padStart(9)}\n`)
    .join("");
}

/** Says what will happen: where the people are sent, and how long this takes. */
function prospect(
  { config }: WithDatabase,
  { count, individually }: { count: number; individually: number },
): string {
  const { activeCampaign } = config;
  if (activeCampaign === undefined) return phrases.notConfigured;
  const { list, tags, nextTags } = activeCampaign;
  const minutes = minutesToDeliver(
    { importable: count - individually, individually },
    { list, tags },
  );
  const shown = (names: readonly string[]) => names.map(escapeForTerminal);
  const where = phrases.target(list, shown(tags), shown(nextTags));
  return where + phrases.duration(formatCount(minutes));
}

async function makeSpanDue(io: WithDatabase, span: Span, parked: boolean): Promise<number> {
  const { database, databaseClock } = io;
  const progress = createProgress(io, phrases.progress);
  const now = await databaseClock(database);
  let count = 0;
  for await (const leadIds of leadsOfSpan(database, span)) {
    count += await makeDueAgain(database, leadIds, { now, parked });
    progress(count);
  }
  return count;
}
