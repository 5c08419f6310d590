import { messages } from "#content/messages.ts";
import { findPerson, type Person } from "#server/storage/leads/person.ts";
import { type Command, done } from "./command-line/command.ts";
import { emailDetails, emailOf, noEmail } from "./command-line/read-request.ts";
import { escapeJson } from "./printing/escape.ts";
import { instant } from "./printing/text.ts";
import { unknownPerson } from "./unknown-person.ts";

export const access: Command = {
  reaches: "database",
  usage: "[<e-mail>]",
  summary: "everything that is held about a person, as JSON",
  details: [
    "For a person's own request. Each sign-up names the exact sentence that was shown or agreed to.",
    "Into a file: npm run -s leads -- access > person.json",
    ...emailDetails,
  ],
  operands: { least: 0, most: 1 },
  options: {},
  async run(world, request) {
    const { database, clock, write } = world;
    const email = await emailOf(world, request);
    if (email === "") return noEmail;
    const person = await findPerson(database, email);
    if (!person.lead && person.submissions.length === 0 && person.erasedAt === undefined)
      return unknownPerson(email, person);
    await write(`${escapeJson(everything(email, person, clock()))}\n`);
    return done;
  },
};

function everything(email: string, person: Person, now: number) {
  const { lead, delivery, importedWith, submissions, erasedAt, removal } = person;
  return {
    email,
    asOf: instant(now),
    lead: lead && withInstants(lead),
    activeCampaign: delivery && {
      ...withInstants(delivery),
      import: importedWith && withInstants(importedWith),
    },
    signUps: submissions.map((submission) => ({
      ...withInstants(submission),
      source: submission.source === null ? null : JSON.parse(submission.source),
      sentence: sentenceOf(submission.wording),
    })),
    erasure: erasedAt === undefined ? undefined : { erased_at: instant(erasedAt) },
    removalAtActiveCampaign: removal && withInstants(removal),
  };
}

/** Columns that end in `_at` are milliseconds: nobody reads those. */
function withInstants(row: Record<string, unknown>): Record<string, unknown> {
  const readable = Object.entries(row).map(([name, value]) => [
    name,
    name.endsWith("_at") && typeof value === "number" ? instant(value) : value,
  ]);
  return Object.fromEntries(readable);
}

function sentenceOf(wording: string | null): string | null {
  const texts: Record<string, string> = messages.wordings.texts;
  return wording === null ? null : (texts[wording] ?? null);
}
