import { find as phrases } from "#phrases/commands/find.ts";
import {
  type Command,
  type CommandOutcome,
  done,
  failed,
  misused,
  type WithDatabase,
} from "#server/commands/command-line/command.ts";
import { readPersonOperand, unknownPerson } from "#server/commands/command-line/email-operand.ts";
import { deriveForReading } from "#server/commands/derive-for-reading.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { personCells } from "#server/commands/printing/person-cells.ts";
import { formatCount } from "#server/commands/printing/text.ts";
import { type FoundPeople, searchPeople } from "#server/store/leads/leads.ts";
import { findPerson } from "#server/store/leads/person.ts";
import { personRows } from "./person-rows.ts";
import { readSearch } from "./read-search.ts";

const maxListed = 20;
/** A name or a phone number may be written in several words without quotes. */
const maxWords = 10;

export const find: Command = {
  needs: "database",
  usage: phrases.usage,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: maxWords },
  options: {},
  async run(io, input) {
    const text = await readPersonOperand(io, input, phrases.question);
    if (text === "") return misused(phrases.missing);
    const search = readSearch(text);
    if (search.kind === "misused") return search;
    await deriveForReading(io);
    if (search.kind === "email") return showPerson(io, search.email);
    const found = await searchPeople(io.database, search.fits, maxListed);
    const [only] = found.people;
    if (only === undefined) return failed(search.noMatch);
    return found.count === 1 ? showPerson(io, only.email) : listPeople(io, found);
  },
};

async function showPerson(io: WithDatabase, email: string): Promise<CommandOutcome> {
  const { database, databaseClock, write } = io;
  const person = await findPerson(database, email);
  if (!person.lead && person.submissions.length === 0) return unknownPerson(email, person);
  const rows = personRows(person, await databaseClock(database));
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  for (const [label, value] of rows)
    await write(`${label.padEnd(width)}${escapeForTerminal(value)}\n`);
  return done;
}

async function listPeople(
  { write }: WithDatabase,
  { count, people }: FoundPeople,
): Promise<CommandOutcome> {
  const counts = [formatCount(count), formatCount(people.length)] as const;
  for (const person of people) {
    const cells = [...personCells(person), person.phone ?? ""];
    await write(`${cells.map(escapeForTerminal).join("\t")}\n`);
  }
  await write(
    count > people.length
      ? `${phrases.severalShown(...counts)}\n`
      : `${phrases.several(counts[0])}\n`,
  );
  return done;
}
