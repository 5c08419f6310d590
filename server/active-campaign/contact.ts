import * as v from "valibot";
import { type LeadField, leadFields } from "#lead/contract.ts";
import type { ClaimedLead } from "#server/store/deliveries/claims.ts";
import {
  type AnswerReading,
  activeCampaignId,
  complaintsIn,
  type DeliveryFailure,
  deliveryFailureOf,
  readAnswer,
} from "./answers.ts";
import type { PacedClient } from "./paced-client.ts";
import { safeName } from "./safe-name.ts";

type SyncedContact = { kind: "synced"; id: string; notes: string[] };

/** The fields of a contact that can be left out, and the words by which ActiveCampaign names them in its error messages. */
const optional = { phone: /phone/i, firstName: /name/i, lastName: /name/i } as const;
type Optional = keyof typeof optional;
type Fields = { email: string } & Partial<Record<Optional, string>>;

/**
 * Creates or updates the contact. Leaves out an optional field that ActiveCampaign refuses, so that no lead is lost
 * because of a phone number.
 */
export async function syncContact(
  client: PacedClient,
  lead: ClaimedLead,
): Promise<SyncedContact | DeliveryFailure> {
  const fields = fieldsOf(lead);
  const reading = await sync(client, fields);
  const fewer = reading.kind === "refused" ? withoutRefused(fields, reading.body) : undefined;
  if (fewer === undefined) return contactOf(reading, lead.email, []);
  const leftOut = Object.keys(fields).filter((name) => !(name in fewer));
  return contactOf(await sync(client, fewer), lead.email, [`without ${leftOut.join(", ")}`]);
}

/** The fields of a lead as they are sent to ActiveCampaign. */
export function fieldsOf(lead: ClaimedLead): Fields {
  const add = (fields: Fields, field: LeadField) => ({ ...fields, ...sentAs[field](lead) });
  return leadFields.reduce<Fields>(add, { email: lead.email });
}

/** How each field of a lead is sent. A field that is left out keeps its value at ActiveCampaign; an empty text would erase it. */
const sentAs: Record<LeadField, (lead: ClaimedLead) => Partial<Fields>> = {
  name: ({ name }) => filledNames(splitName(name)),
  email: ({ email }) => ({ email }),
  whatsapp: ({ phone }) => (phone === null ? {} : { phone }),
};

function filledNames({ firstName, lastName }: ReturnType<typeof splitName>): Partial<Fields> {
  return { ...(firstName === "" ? {} : { firstName }), ...(lastName === "" ? {} : { lastName }) };
}

export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = safeName(name).split(" ");
  return { firstName, lastName: rest.join(" ") };
}

async function sync(client: PacedClient, contact: Fields): Promise<AnswerReading> {
  return readAnswer(await client({ method: "POST", path: "/contact/sync", body: { contact } }));
}

/**
 * Returns the fields of a contact without the fields that ActiveCampaign refused. Returns undefined when none of the
 * refused fields can be left out.
 */
function withoutRefused(fields: Fields, body: unknown): Fields | undefined {
  const complaints = complaintsIn(body);
  if (isAboutEmail(complaints)) return undefined;
  const names: Optional[] = ["phone", "firstName", "lastName"];
  const named = names.filter((name) => optional[name].test(complaints));
  const refused = named.length === 0 && /field/i.test(complaints) ? names : named;
  const fewer = { ...fields };
  for (const name of refused) delete fewer[name];
  return Object.keys(fewer).length < Object.keys(fields).length ? fewer : undefined;
}

function isAboutEmail(complaints: string): boolean {
  return /e-?mail/i.test(complaints);
}

function contactOf(
  reading: AnswerReading,
  email: string,
  notes: string[],
): SyncedContact | DeliveryFailure {
  switch (reading.kind) {
    case "done":
      return readContact(reading.body, email, notes);
    // The request that syncs a contact looks up nothing, so a 404 means a wrong URL in the settings or a closed
    // account.
    case "not-found":
      return { kind: "account-refused", reason: reading.reason };
    case "refused":
      return isAboutEmail(complaintsIn(reading.body))
        ? { kind: "parked", reason: `${reading.reason}, the e-mail` }
        : deliveryFailureOf(reading);
    case "retry-later":
    case "rate-limited":
    case "account-refused":
    case "interrupted":
      return reading;
  }
}

const contactAnswer = v.object({
  contact: v.object({ id: activeCampaignId, email: v.string() }),
});

function readContact(
  body: unknown,
  email: string,
  notes: string[],
): SyncedContact | DeliveryFailure {
  const parsed = v.safeParse(contactAnswer, body);
  if (!parsed.success) return { kind: "retry-later", reason: "contact without an id" };
  const { contact } = parsed.output;
  return contact.email.toLowerCase() === email.toLowerCase()
    ? { kind: "synced", id: contact.id, notes }
    : { kind: "retry-later", reason: "contact with another address" };
}
