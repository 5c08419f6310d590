import { messages } from "#content/messages.ts";
import { email as emailPhrases } from "#phrases/command-line.ts";
import { noEmail, readEmail, unknownPerson } from "#server/command-line/asking.ts";
import { type Command, done } from "#server/command-line/command.ts";
import { escapeJson } from "#server/command-line/escape.ts";
import { isoTime } from "#server/command-line/text.ts";
import { findPerson, type Person } from "#server/store/leads/person.ts";

export const access: Command = {
  usage: "[<e-mail>]",
  summary: "mostra tudo o que está guardado sobre uma pessoa, em JSON",
  details: [
    "Use quando uma pessoa perguntar o que guardamos sobre ela. Cada inscrição traz a frase exata que foi mostrada ou aceita.",
    "Para gravar num arquivo: npm run -s leads -- access > pessoa.json",
    ...emailPhrases.details,
  ],
  operands: { min: 0, max: 1 },
  options: {},
  async run(context, input) {
    const io = await context.open();
    const { database, clock, write } = io;
    const email = await readEmail(io, input);
    if (email === "") return noEmail;
    const person = await findPerson(database, email);
    if (!person.lead && person.submissions.length === 0 && person.erasedAt === undefined)
      return unknownPerson(email, person);
    await write(`${escapeJson(everythingAbout(person, email, clock()))}\n`);
    return done;
  },
};

function everythingAbout(person: Person, email: string, now: number) {
  const { lead, delivery, importedWith, submissions, erasedAt, removal } = person;
  return {
    email,
    asOf: isoTime(now),
    lead: lead && withReadableTimes(lead),
    activeCampaign: delivery && {
      ...withReadableTimes(delivery),
      import: importedWith && withReadableTimes(importedWith),
    },
    signUps: submissions.map((submission) => ({
      ...withReadableTimes(submission),
      source: submission.source === null ? null : JSON.parse(submission.source),
      sentence: sentenceOf(submission),
    })),
    erasure: erasedAt === undefined ? undefined : { erased_at: isoTime(erasedAt) },
    removalAtActiveCampaign: removal && withReadableTimes(removal),
  };
}

/** Columns that end in `_at` hold milliseconds since 1970, which people cannot read: they get the time as text. */
function withReadableTimes(row: Record<string, unknown>): Record<string, unknown> {
  const readable = Object.entries(row).map(([name, value]) => [
    name,
    name.endsWith("_at") && typeof value === "number" ? isoTime(value) : value,
  ]);
  return Object.fromEntries(readable);
}

function sentenceOf({ surface, wording }: Person["submissions"][number]): string | null {
  if (surface === "operator")
    return "Nenhuma frase foi mostrada: o operador incluiu a pessoa e confirmou que ela pediu para ser inscrita.";
  const texts: Record<string, string> = messages.wordings.texts;
  return wording === null ? null : (texts[wording] ?? null);
}
