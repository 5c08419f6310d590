import { messages } from "#content/messages.ts";
import { leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { parseLead } from "#lead/parse-lead.ts";
import { readWhatsapp } from "#lead/whatsapp.ts";
import { add as phrases } from "#phrases/commands/add.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { findPerson, type Person } from "#server/store/leads/person.ts";
import { isHeld } from "#server/store/submissions/held-submissions.ts";
import { appendSubmissions } from "#server/store/submissions/submissions.ts";
import {
  type Command,
  type CommandIo,
  type CommandOutcome,
  done,
  failed,
  type WithDatabase,
} from "./command-line/command.ts";
import { confirm } from "./command-line/confirm.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { formatTime } from "./printing/text.ts";

export const add: Command = {
  needs: "database",
  usage: phrases.usage,
  summary: phrases.summary,
  details: phrases.details,
  operands: { min: 0, max: 0 },
  options: { yes: { type: "boolean", about: phrases.yes } },
  async run(io, input) {
    const parsed = parseLead(await readFields(io));
    if (parsed.kind === "problems") {
      const problems = parsed.problems.map(({ field, code }) =>
        phrases.problem(phrases.fields[field], messages.fieldProblems[field][code]),
      );
      return failed(...problems, phrases.nothing);
    }
    const { lead } = parsed;
    const person = await findPerson(io.database, lead.email);
    const agreed = await confirm(io, input, phrases.confirm(linesAbout(lead, person)));
    return agreed === "agreed" ? store(io, lead, person) : agreed;
  },
};

/** The fields are asked for, never taken from arguments, which other users of the machine can see. */
async function readFields({ prompt, readLines }: CommandIo): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const field of leadFields) {
    const answer = await prompt(phrases.question(phrases.fields[field]));
    if (answer === undefined) return readPipedFields(await readLines(leadFields.length));
    fields[field] = answer;
  }
  return fields;
}

function readPipedFields(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(leadFields.map((field, index) => [field, lines[index] ?? ""]));
}

function linesAbout(lead: Lead, person: Person): string {
  const fields = leadFields.map((field) => escapeForTerminal(lead[field]));
  return [fields.join(", "), ...explainKnown(person)].join("\n");
}

function explainKnown(person: Person): string[] {
  const { erasedAt } = person;
  if (isSignedUp(person)) return [phrases.known];
  return erasedAt === undefined ? [] : [phrases.erased(formatTime(erasedAt))];
}

/** Whether the person signed up before, also if the server has not derived the lead yet. */
function isSignedUp({ lead, submissions }: Person): boolean {
  return lead !== undefined || submissions.some((one) => !isHeld(one));
}

/** Stores the person like a visitor's sign-up, so that the lead, its delivery and its erasure work the same way. */
async function store(
  { database, databaseClock, write }: WithDatabase,
  lead: Lead,
  person: Person,
): Promise<CommandOutcome> {
  const receivedAt = await databaseClock(database);
  await appendSubmissions(database, [{ lead, surface: "operator", receivedAt }]);
  await deriveLeads(database, receivedAt);
  const email = escapeForTerminal(lead.email);
  await write(`${isSignedUp(person) ? phrases.updated(email) : phrases.stored(email)}\n`);
  if (readWhatsapp(lead.whatsapp) === undefined) await write(`${phrases.phoneNotRead}\n`);
  return done;
}
