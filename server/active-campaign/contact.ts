import * as v from "valibot";
import { type LeadField, leadFields } from "#lead/contract.ts";
import { type ClaimedLead, hadUnsubscribed } from "#server/store/deliveries/deliveries.ts";
import {
  type AnswerFailure,
  type AnswerReading,
  activeCampaignId,
  complaintsIn,
  type DeliveryFailure,
  type DeliveryOutcome,
  deliveryFailureOf,
  readAnswer,
} from "./answers.ts";
import { findMembership, subscribedStatus, unsubscribedStatus } from "./lookups.ts";
import { type PacedClient, readWith } from "./paced-client.ts";
import { safeName } from "./safe-name.ts";
import { type TagIds, tagsFor } from "./tags.ts";

/** The list and the tags that leads get at ActiveCampaign. */
export type Target = {
  list: string | undefined;
  tags: readonly string[];
  nextTags: readonly string[];
  tagIds: TagIds;
};

type NotFound = Extract<AnswerFailure, { kind: "not-found" }>;

/** Syncs the contact, subscribes it to the list and adds the tags. Every request can be repeated without harm. */
export async function deliverContact(
  client: PacedClient,
  target: Target,
  lead: ClaimedLead,
): Promise<DeliveryOutcome> {
  const first = await deliverOnce(client, target, lead);
  if (first.kind !== "not-found") return first;
  // The contact or a tag was deleted or merged after its id was read, so the second round reads the ids again.
  const second = await deliverOnce(client, target, lead);
  return second.kind === "not-found" ? { kind: "retry-later", reason: second.reason } : second;
}

async function deliverOnce(
  client: PacedClient,
  target: Target,
  lead: ClaimedLead,
): Promise<DeliveryOutcome | NotFound> {
  const contact = await syncContact(client, lead);
  if (contact.kind !== "synced") return contact;
  const { id, notes } = contact;
  if (target.list !== undefined) {
    const subscribed = await subscribe(client, id, target.list);
    if (subscribed.kind === "had-unsubscribed") notes.push(hadUnsubscribed);
    else if (subscribed.kind !== "subscribed") return failureOf(subscribed);
  }
  for (const name of tagsFor(target, lead)) {
    const tag = await target.tagIds.find(client, name);
    const added = tag.kind === "tag" ? await addTag(client, id, tag.id) : tag;
    if (added.kind === "done") continue;
    // The tag may have been deleted at ActiveCampaign, so the next try looks up the ids of all tags again.
    if (added.kind === "not-found" || added.kind === "refused") target.tagIds.forget();
    return failureOf(added);
  }
  return { kind: "delivered", contactId: id, notes };
}

function failureOf(failure: AnswerFailure): DeliveryFailure | NotFound {
  return failure.kind === "not-found" ? failure : deliveryFailureOf(failure);
}

type SyncedContact = { kind: "synced"; id: string; notes: string[] };

/** The fields of a contact that can be left out, and the words by which ActiveCampaign names them in its complaints. */
const optional = { phone: /phone/i, firstName: /name/i, lastName: /name/i } as const;
type Optional = keyof typeof optional;
type Fields = { email: string } & Partial<Record<Optional, string>>;

/** Creates or updates the contact. A field that ActiveCampaign refuses is left out, so that no lead is lost by it. */
async function syncContact(
  client: PacedClient,
  lead: ClaimedLead,
): Promise<SyncedContact | DeliveryFailure> {
  const fields = fieldsOf(lead);
  const reading = await sync(client, fields);
  const fewer = reading.kind === "refused" ? withoutRefused(fields, reading.body) : undefined;
  if (fewer === undefined) return contactIn(reading, lead.email, []);
  const leftOut = Object.keys(fields).filter((name) => !(name in fewer));
  return contactIn(await sync(client, fewer), lead.email, [`without ${leftOut.join(", ")}`]);
}

/** The fields of a lead as they are sent to ActiveCampaign. */
export function fieldsOf(lead: ClaimedLead): Fields {
  const add = (fields: Fields, field: LeadField) => ({ ...fields, ...sentAs[field](lead) });
  return leadFields.reduce<Fields>(add, { email: lead.email });
}

/** How each field of a lead is sent. A field that is left out keeps its value at ActiveCampaign; an empty text would erase it. */
const sentAs: Record<LeadField, (lead: ClaimedLead) => Partial<Fields>> = {
  name({ name }) {
    const { firstName, lastName } = splitName(name);
    return { ...(firstName === "" ? {} : { firstName }), ...(lastName === "" ? {} : { lastName }) };
  },
  email: ({ email }) => ({ email }),
  whatsapp: ({ phone }) => (phone === null ? {} : { phone }),
};

export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = safeName(name).split(" ");
  return { firstName, lastName: rest.join(" ") };
}

async function sync(client: PacedClient, contact: Fields): Promise<AnswerReading> {
  return readAnswer(await client({ method: "POST", path: "/contact/sync", body: { contact } }));
}

/** The fields without those that ActiveCampaign refused; undefined if none of the refused ones can be left out. */
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

const contactAnswer = v.object({ contact: v.object({ id: activeCampaignId, email: v.string() }) });

function contactIn(
  reading: AnswerReading,
  email: string,
  notes: string[],
): SyncedContact | DeliveryFailure {
  // A sync looks up nothing, so a 404 means a wrong URL in the settings or a closed account.
  if (reading.kind === "not-found") return { kind: "account-refused", reason: reading.reason };
  if (reading.kind === "refused" && isAboutEmail(complaintsIn(reading.body)))
    return { kind: "parked", reason: `${reading.reason}, the e-mail` };
  if (reading.kind !== "done") return deliveryFailureOf(reading);
  const parsed = v.safeParse(contactAnswer, reading.body);
  if (!parsed.success) return { kind: "retry-later", reason: "contact without an id" };
  const { contact } = parsed.output;
  return contact.email.toLowerCase() === email.toLowerCase()
    ? { kind: "synced", id: contact.id, notes }
    : { kind: "retry-later", reason: "contact with another address" };
}

/**
 * Subscribes a contact, unless it has unsubscribed: a later sign-up proves nothing, because any stranger can type the
 * e-mail. Only the operator or the person can subscribe the contact again, at ActiveCampaign.
 */
async function subscribe(
  client: PacedClient,
  contact: string,
  list: string,
): Promise<{ kind: "subscribed" } | { kind: "had-unsubscribed" } | AnswerFailure> {
  const found = await findMembership(readWith(client), contact, list);
  if (found.kind !== "found" && found.kind !== "none") return found;
  const known = found.kind === "found" ? found.item.status : undefined;
  if (known === subscribedStatus) return { kind: "subscribed" };
  if (known === unsubscribedStatus) return { kind: "had-unsubscribed" };
  const status = Number(subscribedStatus);
  const body = { contactList: { list: Number(list), contact: Number(contact), status } };
  const reading = readAnswer(await client({ method: "POST", path: "/contactLists", body }));
  return reading.kind === "done" ? { kind: "subscribed" } : reading;
}

async function addTag(client: PacedClient, contact: string, tag: string) {
  const body = { contactTag: { contact, tag } };
  return readAnswer(await client({ method: "POST", path: "/contactTags", body }));
}
