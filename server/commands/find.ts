import { findPerson, type Person } from "#server/storage/leads/person.ts";
import { isHeld } from "#server/storage/submissions/held-submissions.ts";
import { type Command, done } from "./command-line/command.ts";
import { emailDetails, emailOf, noEmail } from "./command-line/read-request.ts";
import { inert } from "./printing/escape.ts";
import { emailFirst } from "./printing/person-cells.ts";
import { instant } from "./printing/text.ts";
import { deriveForReading } from "./settle-for-reading.ts";
import { unknownPerson } from "./unknown-person.ts";

export const find: Command = {
  reaches: "database",
  usage: "[<e-mail>]",
  summary: "one person: the lead, its delivery, its sign-ups",
  details: [
    "Capital letters make no difference. For every detail that is held, use access.",
    ...emailDetails,
  ],
  operands: { least: 0, most: 1 },
  options: {},
  async run(world, request) {
    const { database, databaseClock, write } = world;
    const email = await emailOf(world, request);
    if (email === "") return noEmail;
    const now = await databaseClock(database);
    await deriveForReading(world);
    const person = await findPerson(database, email);
    if (!person.lead && person.submissions.length === 0) return unknownPerson(email, person);
    for (const [label, text] of rows(person, now))
      await write(`${label.padEnd(12)}${inert(text)}\n`);
    return done;
  },
};

type Rows = Array<[string, string]>;

function rows({ lead, delivery, submissions }: Person, now: number): Rows {
  return [
    ...(lead ? leadRows(lead) : []),
    ["delivery", delivery ? describeDelivery(delivery) : "none"],
    ...(delivery ? nextRows(delivery, now) : []),
    ["sign-ups", describeSubmissions(submissions)],
  ];
}

function leadRows(lead: NonNullable<Person["lead"]>): Rows {
  return [
    ...emailFirst.map((field): [string, string] => [field, lead[field]]),
    ["phone", lead.phone ?? "could not be read"],
    ["signed up", instant(lead.created_at)],
    ["last", instant(lead.updated_at)],
    ...(lead.consented_at === null ? [] : consentRows(lead.consented_at)),
  ];
}

function consentRows(consentedAt: number): Rows {
  return [["consented", instant(consentedAt)]];
}

function describeDelivery(delivery: NonNullable<Person["delivery"]>): string {
  const contact = delivery.contact_id === null ? "" : `, contact ${delivery.contact_id}`;
  const outcome = delivery.last_outcome === null ? "" : `, last outcome: ${delivery.last_outcome}`;
  return `${delivery.state}, tries: ${delivery.attempts}${contact}${outcome}`;
}

/** What has to happen next, where it isn't plain from the state. */
function nextRows({ state, due_at }: NonNullable<Person["delivery"]>, now: number): Rows {
  switch (state) {
    case "due":
      return due_at === null || due_at <= now ? [] : [["next try", instant(due_at)]];
    case "importing":
      return [["next", "ActiveCampaign says whether the import has arrived"]];
    case "parked":
      return [["next", "yours: mend the reason, then retry"]];
    case "sending":
    case "delivered":
      return [];
  }
}

function describeSubmissions(submissions: Person["submissions"]): string {
  const held = submissions.filter(isHeld).length;
  return `${submissions.length}${held > 0 ? `, held back: ${held}` : ""}`;
}
