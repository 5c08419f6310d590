import { launch } from "#content/launch.ts";
import { type EventPlan, editionAt } from "#event/edition.ts";
import { type ChosenPhase, chosenPhases, type Override } from "#event/override.ts";
import { phase as phrases } from "#phrases/commands/phase.ts";
import { event as eventPhrases } from "#phrases/event.ts";
import { choosePhase, isFarFromEvent } from "#server/store/event/choose-phase.ts";
import { readEvent } from "#server/store/event/read-event.ts";
import {
  type Command,
  type CommandInput,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithDatabase,
} from "./command-line/command.ts";
import { confirm, yesOption } from "./command-line/confirm.ts";
import { describeEvent } from "./printing/describe-event.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { formatDay } from "./printing/text.ts";

const words = [...chosenPhases, "auto"] as const;

export const phase: Command = {
  needs: "database",
  usage: `[${words.join("|")}] [--yes]`,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 1 },
  options: yesOption,
  async run(io, input) {
    const [typed] = input.operands;
    if (typed === undefined) return printEvent(io);
    const word = words.find((name) => name === typed.toLowerCase());
    if (word === undefined) return misused(phrases.unknown(escapeForTerminal(typed)));
    return word === "auto" ? giveBack(io) : choose(io, input, word);
  },
};

/** Prints where the event stands. */
export async function printEvent({
  database,
  databaseClock,
  write,
}: WithDatabase): Promise<CommandOutcome> {
  const now = await databaseClock(database);
  const { hand } = await readEvent(database);
  for (const line of describeEvent(launch.event, now, hand)) await write(`${line}\n`);
  return done;
}

async function giveBack(io: WithDatabase): Promise<CommandOutcome> {
  const { database } = io;
  const now = await io.databaseClock(database);
  await choosePhase(database, { event: launch.event, choice: "auto", now });
  return tellChange(io);
}

async function choose(
  io: WithDatabase,
  input: CommandInput,
  name: ChosenPhase,
): Promise<CommandOutcome> {
  const { database } = io;
  const now = await io.databaseClock(database);
  const { hand } = await readEvent(database);
  if (hand.kind === "unreadable") return failed(eventPhrases.unreadable, eventPhrases.mend);
  const warning = warningAbout(launch.event, now, name, hand.override);
  if (warning !== undefined) {
    await io.write(`${warning}\n`);
    const agreed = await confirm(io, input, phrases.ask);
    if (agreed !== "agreed") return agreed;
  }
  await choosePhase(database, { event: launch.event, choice: name, now });
  const told = await tellChange(io);
  if (name === "live" || name === "waiting") await io.write(`${phrases.afterwards[name]}\n`);
  return told;
}

/** Why the operator must confirm a choice; undefined for one that is usual on the night of the event. */
function warningAbout(
  event: EventPlan,
  now: number,
  name: ChosenPhase,
  override: Override | undefined,
): string | undefined {
  if (isFarFromEvent(event, now, override)) {
    const { start } = editionAt(event, now, override);
    return phrases.far(eventPhrases.phase(name), formatDay(start));
  }
  return name === "cancelled" ? phrases.cancelled : undefined;
}

/** Says that the change is made, and what follows from it. */
export async function tellChange(io: WithDatabase): Promise<CommandOutcome> {
  await io.write(`${eventPhrases.changed}\n`);
  return printEvent(io);
}
