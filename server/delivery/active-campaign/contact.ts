import * as v from "valibot";
import { type LeadField, leadFields } from "#lead/contract.ts";
import type { ClaimedLead } from "#server/storage/deliveries/claims.ts";
import { type Reading, readAnswer, type Trouble, troubleOf, wordsOf } from "./answers.ts";
import type { Caller } from "./rate-limited-client.ts";
import { safeName } from "./safe-name.ts";

/** Numbers or texts: ids come as either. */
export const vendorId = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

const syncedContact = v.object({ contact: v.object({ id: vendorId, email: v.string() }) });

export type Contact = { kind: "contact"; id: string; notes: string[] };

/** What can be left out, and the words by which an answer objects to it. */
const optional = { phone: /phone/i, firstName: /name/i, lastName: /name/i } as const;
type Optional = keyof typeof optional;
type Fields = { email: string } & Partial<Record<Optional, string>>;

/** Makes or mends the contact. What it objects to is left out: nobody is lost for a phone number. */
export async function syncContact(call: Caller, lead: ClaimedLead): Promise<Contact | Trouble> {
  const fields = fieldsOf(lead);
  const reading = await sync(call, fields);
  const fewer = reading.kind === "refused" ? withoutObjected(fields, reading.body) : undefined;
  if (fewer === undefined) return contactOf(reading, lead.email, []);
  const left = Object.keys(fields).filter((name) => !(name in fewer));
  return contactOf(await sync(call, fewer), lead.email, [`without ${left.join(", ")}`]);
}

async function sync(call: Caller, contact: Fields): Promise<Reading> {
  return readAnswer(await call({ method: "POST", path: "/contact/sync", body: { contact } }));
}

/** How each field of a lead is sent. A field that is left out keeps its value at ActiveCampaign; an empty text would erase it. */
const sentAs: Record<LeadField, (lead: ClaimedLead) => Partial<Fields>> = {
  name: ({ name }) => filledNames(splitName(name)),
  email: ({ email }) => ({ email }),
  whatsapp: ({ phone }) => (phone === null ? {} : { phone }),
};

/** The fields of a lead as they are sent to ActiveCampaign. */
export function fieldsOf(lead: ClaimedLead): Fields {
  const add = (fields: Fields, field: LeadField) => ({ ...fields, ...sentAs[field](lead) });
  return leadFields.reduce<Fields>(add, { email: lead.email });
}

function filledNames({ firstName, lastName }: ReturnType<typeof splitName>): Partial<Fields> {
  return { ...(firstName === "" ? {} : { firstName }), ...(lastName === "" ? {} : { lastName }) };
}

export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = safeName(name).split(" ");
  return { firstName, lastName: rest.join(" ") };
}

/** Undefined when the answer's words name nothing that could be left out. */
function withoutObjected(fields: Fields, body: unknown): Fields | undefined {
  const words = wordsOf(body);
  if (namesEmail(words)) return undefined;
  const names: Optional[] = ["phone", "firstName", "lastName"];
  const named = names.filter((name) => optional[name].test(words));
  const objected = named.length === 0 && /field/i.test(words) ? names : named;
  const fewer = { ...fields };
  for (const name of objected) delete fewer[name];
  return Object.keys(fewer).length < Object.keys(fields).length ? fewer : undefined;
}

function namesEmail(words: string): boolean {
  return /e-?mail/i.test(words);
}

function contactOf(reading: Reading, email: string, notes: string[]): Contact | Trouble {
  switch (reading.kind) {
    case "done":
      return readContact(reading.body, email, notes);
    // The first step looks nobody up, so a 404 means a wrong address in the settings or a closed account.
    case "gone":
      return { kind: "account-refused", reason: reading.reason };
    case "refused":
      return namesEmail(wordsOf(reading.body))
        ? { kind: "parked", reason: `${reading.reason}, the e-mail` }
        : troubleOf(reading);
    default:
      return reading;
  }
}

function readContact(body: unknown, email: string, notes: string[]): Contact | Trouble {
  const synced = v.safeParse(syncedContact, body);
  if (!synced.success) return { kind: "retry-later", reason: "contact without an id" };
  const { contact } = synced.output;
  return contact.email.toLowerCase() === email.toLowerCase()
    ? { kind: "contact", id: contact.id, notes }
    : { kind: "retry-later", reason: "contact with another address" };
}
