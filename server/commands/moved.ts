import { launch } from "#content/launch.ts";
import { type Edition, editionAt } from "#event/edition.ts";
import type { ChosenPhase } from "#event/override.ts";
import { choiceAt } from "#event/phase.ts";
import { dayMs } from "#event/time-zone.ts";
import { moved as phrases } from "#phrases/commands/moved.ts";
import { event as eventPhrases } from "#phrases/event.ts";
import { readEvent } from "#server/store/event/read-event.ts";
import { saveStart } from "#server/store/event/save-event.ts";
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
import { readTime } from "./command-line/read-time.ts";
import { printEvent, tellChange } from "./phase.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { formatDay } from "./printing/text.ts";

/** A date that is further away than this is a slip of the pen. */
const maxAheadMs = 366 * dayMs;

export const moved: Command = {
  needs: "database",
  usage: "[<data e hora>|back] [--yes]",
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 4 },
  options: yesOption,
  async run(io, input) {
    if (input.operands.length === 0) return printEvent(io);
    const { database } = io;
    const now = await io.databaseClock(database);
    const { hand } = await readEvent(database);
    if (hand.kind === "unreadable") return failed(eventPhrases.unreadable, eventPhrases.mend);
    const edition = editionAt(launch.event, now, hand.override);
    const read = readStart(input.operands.join(" "), now, edition);
    if (read.kind === "misused") return read;
    const chosen = choiceAt(launch.event, now, hand.override)?.name;
    return move(io, input, { edition, start: read.start, chosen, now });
  },
};

type ReadStart = { kind: "start"; start: number } | { kind: "misused"; line: string };

/** Reads the new start of the event. An hour alone is an hour of the day on which the event is planned now. */
function readStart(typed: string, now: number, { start, plannedStart }: Edition): ReadStart {
  if (typed.toLowerCase() === "back") return { kind: "start", start: plannedStart };
  const shown = escapeForTerminal(typed);
  const read = readTime(typed, now, { ahead: { hourAloneOn: start } });
  if (read.kind === "not-read") return misused(phrases.notRead(shown));
  if (read.kind === "impossible") return misused(phrases.impossible(shown));
  if (read.end > read.start) return misused(phrases.noHour(shown));
  if (read.start <= now) return misused(phrases.past(formatDay(read.start)));
  if (read.start > now + maxAheadMs) return misused(phrases.tooFar(formatDay(read.start)));
  return { kind: "start", start: read.start };
}

/** `chosen` is the phase that was chosen by hand and is in force. */
type Move = { edition: Edition; start: number; chosen: ChosenPhase | undefined; now: number };

async function move(
  io: WithDatabase,
  input: CommandInput,
  { edition, start, chosen, now }: Move,
): Promise<CommandOutcome> {
  if (start === edition.start) {
    await io.write(`${phrases.same(formatDay(start))}\n`);
    return done;
  }
  await io.write(`${phrases.from(formatDay(edition.start))}\n${phrases.to(formatDay(start))}\n`);
  if (chosen) await io.write(`${phrases.handStays(eventPhrases.phase(chosen))}\n`);
  const agreed = await confirm(io, input, phrases.ask);
  if (agreed !== "agreed") return agreed;
  const movedTo = start === edition.plannedStart ? undefined : start;
  await saveStart(io.database, { edition: edition.year, movedTo, now });
  return tellChange(io);
}
