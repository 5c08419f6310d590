import { findPerson, type Person } from "#server/storage/leads/person.ts";
import { isHeld } from "#server/storage/submissions/held-submissions.ts";
import { type Command, done } from "./command-line/command.ts";
import { emailDetails, noEmail, readEmail, unknownPerson } from "./command-line/email-operand.ts";
import { deriveForReading } from "./derive-for-reading.ts";
import { escapeForTerminal } from "./printing/escape.ts";
import { emailFirst } from "./printing/person-cells.ts";
import { formatTime } from "./printing/text.ts";

export const find: Command = {
  needs: "database",
  usage: "[<e-mail>]",
  summary: "shows one person: the lead, its delivery, its sign-ups",
  details: [
    "Capital letters make no difference. To see everything that is stored about the person, use access.",
    ...emailDetails,
  ],
  operands: { min: 0, max: 1 },
  options: {},
  async run(io, input) {
    const { database, databaseClock, write } = io;
    const email = await readEmail(io, input);
    if (email === "") return noEmail;
    const now = await databaseClock(database);
    await deriveForReading(io);
    const person = await findPerson(database, email);
    if (!person.lead && person.submissions.length === 0) return unknownPerson(email, person);
    for (const [label, text] of rows(person, now))
      await write(`${label.padEnd(labelWidth)}${escapeForTerminal(text)}\n`);
    return done;
  },
};

const labelWidth = 15;

type Rows = Array<[label: string, text: string]>;

function rows({ lead, delivery, submissions }: Person, now: number): Rows {
  return [
    ...(lead ? leadRows(lead) : []),
    ["delivery", delivery ? describeDelivery(delivery) : "none"],
    ...(delivery ? nextRows(delivery, now) : []),
    ["sign-ups", describeSubmissions(submissions)],
  ];
}

function leadRows(lead: NonNullable<Person["lead"]>): Rows {
  const rows: Rows = emailFirst.map((field) => [field, lead[field]]);
  rows.push(
    ["phone", lead.phone ?? "could not be read"],
    ["first sign-up", formatTime(lead.created_at)],
    ["last sign-up", formatTime(lead.updated_at)],
  );
  if (lead.consented_at !== null) rows.push(["consented", formatTime(lead.consented_at)]);
  return rows;
}

function describeDelivery(delivery: NonNullable<Person["delivery"]>): string {
  const contact = delivery.contact_id === null ? "" : `, contact ${delivery.contact_id}`;
  const outcome = delivery.last_outcome === null ? "" : `, last outcome: ${delivery.last_outcome}`;
  return `${delivery.state}, tries: ${delivery.attempts}${contact}${outcome}`;
}

/** Says what happens next to a delivery whose state alone does not show it. */
function nextRows({ state, due_at }: NonNullable<Person["delivery"]>, now: number): Rows {
  switch (state) {
    case "due":
      return due_at === null || due_at <= now ? [] : [["next try", formatTime(due_at)]];
    case "importing":
      return [["next", "ActiveCampaign will say whether the import arrived"]];
    case "parked":
      return [["next", "fix the reason, then: npm run leads -- retry -"]];
    case "sending":
    case "delivered":
      return [];
  }
}

function describeSubmissions(submissions: Person["submissions"]): string {
  const held = submissions.filter(isHeld).length;
  return `${submissions.length}${held > 0 ? `, held back: ${held}` : ""}`;
}
