import { person as words } from "#phrases/command-line.ts";
import { find as phrases } from "#phrases/commands/find.ts";
import { deliveryStates, describeOutcome } from "#phrases/delivery-states.ts";
import { emailFirst } from "#server/commands/printing/person-cells.ts";
import { formatCount, formatTime } from "#server/commands/printing/text.ts";
import type { Person } from "#server/store/leads/person.ts";
import { isHeld } from "#server/store/submissions/held-submissions.ts";

type Rows = Array<[label: string, text: string]>;

/** One person, row by row: the lead, its delivery, its sign-ups. */
export function personRows({ lead, delivery, submissions }: Person, now: number): Rows {
  return [
    ...(lead ? leadRows(lead) : []),
    [words.delivery, delivery ? describeDelivery(delivery) : phrases.noDelivery],
    ...(delivery ? nextRows(delivery, now) : []),
    [phrases.signUps, describeSubmissions(submissions)],
  ];
}

function leadRows(lead: NonNullable<Person["lead"]>): Rows {
  const rows: Rows = emailFirst.map((field) => [words.fields[field], lead[field]]);
  rows.push(
    [words.phone, lead.phone ?? phrases.phoneNotRead],
    [phrases.firstSignUp, formatTime(lead.created_at)],
    [phrases.lastSignUp, formatTime(lead.updated_at)],
  );
  if (lead.consented_at !== null) rows.push([phrases.consented, formatTime(lead.consented_at)]);
  if (lead.wants_next === 1) rows.push([phrases.nextClass, phrases.wantsNext]);
  return rows;
}

function describeDelivery(delivery: NonNullable<Person["delivery"]>): string {
  const { state, attempts, contact_id, last_outcome } = delivery;
  return [
    phrases.delivery(deliveryStates[state], formatCount(attempts)),
    ...(contact_id === null ? [] : [phrases.contact(contact_id)]),
    ...(last_outcome === null ? [] : [phrases.lastOutcome(describeOutcome(last_outcome))]),
  ].join(", ");
}

/** Says what happens next to a delivery whose state alone does not show it. */
function nextRows({ state, due_at }: NonNullable<Person["delivery"]>, now: number): Rows {
  switch (state) {
    case "due":
      return due_at === null || due_at <= now ? [] : [[phrases.nextTry, formatTime(due_at)]];
    case "importing":
      return [[phrases.next, phrases.willConfirm]];
    case "parked":
      return [[phrases.next, phrases.fixAndRetry]];
    case "sending":
    case "delivered":
      return [];
  }
}

function describeSubmissions(submissions: Person["submissions"]): string {
  const held = submissions.filter(isHeld).length;
  const count = formatCount(submissions.length);
  return held > 0 ? `${count}, ${phrases.held(formatCount(held))}` : count;
}
