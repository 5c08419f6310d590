import * as v from "valibot";
import { type ClaimedLead, hadUnsubscribed } from "#server/store/deliveries/deliveries.ts";
import type { Removal } from "#server/store/erasure/erasure.ts";
import {
  type AnswerFailure,
  type AnswerReading,
  activeCampaignId,
  bodyAs,
  complaintsIn,
  type DeliveryFailure,
  type DeliveryOutcome,
  deliveryFailureOf,
} from "./answer-outcomes.ts";
import { type FieldIds, fieldValuesOf } from "./fields.ts";
import { findContacts, findMembership, subscribedStatus, unsubscribedStatus } from "./lookups.ts";
import type { PacedClient } from "./paced-client.ts";
import { safeText } from "./safe-text.ts";
import { type TagIds, tagsFor } from "./tags.ts";

/** The list, the tags and the fields that leads get at ActiveCampaign. */
export type Target = {
  list: string | undefined;
  tags: readonly string[];
  nextTags: readonly string[];
  /** The tag of people who entered the class. */
  enteredTag: string;
  tagIds: TagIds;
  fieldIds: FieldIds;
};

/** Syncs the contact, subscribes it to the list and adds the tags. Every request can be repeated without harm. */
export async function deliverContact(
  client: PacedClient,
  target: Target,
  lead: ClaimedLead,
): Promise<DeliveryOutcome> {
  const first = await deliverOnce(client, target, lead);
  // The contact or a tag was deleted or merged after its id was read, so the second round reads the ids again.
  const last = first.kind === "not-found" ? await deliverOnce(client, target, lead) : first;
  if (last.kind === "not-found") return { kind: "retry-later", reason: last.reason };
  return last.kind === "delivered" ? last : deliveryFailureOf(last);
}

async function deliverOnce(
  client: PacedClient,
  target: Target,
  lead: ClaimedLead,
): Promise<DeliveryOutcome | AnswerFailure> {
  const contact = await syncContact(client, target, lead);
  if (contact.kind !== "synced") return contact;
  const { id, notes } = contact;
  if (target.list !== undefined) {
    const subscribed = await subscribe(client, id, target.list);
    if (subscribed.kind === "had-unsubscribed") notes.push(hadUnsubscribed);
    else if (subscribed.kind !== "done") return subscribed;
  }
  for (const name of tagsFor(target, lead)) {
    const added = await addTag(client, target, { contact: id, name });
    if (added.kind !== "done") return added;
  }
  return { kind: "delivered", contactId: id, notes };
}

async function addTag(
  client: PacedClient,
  { tagIds }: Target,
  { contact, name }: { contact: string; name: string },
): Promise<AnswerReading> {
  const tag = await tagIds.find(client, name);
  if (tag.kind !== "done") return tag;
  const contactTag = { contact, tag: tag.body };
  const added = await client.send("POST", "/contactTags", { contactTag });
  // The tag may have been deleted at ActiveCampaign, so the next try looks up the ids of all tags again.
  if (added.kind === "not-found" || added.kind === "refused") tagIds.forget();
  return added;
}

/**
 * Gives the contact of a person who entered the class the tag for it. The contact is looked up if an import brought it, or
 * if it was deleted or merged after it was delivered. A contact that is gone needs no tag.
 */
export async function tagEntered(
  client: PacedClient,
  target: Target,
  { email, contactId }: { email: string; contactId: string | null },
): Promise<{ kind: "done" } | DeliveryFailure> {
  const give = (contact: string) => addTag(client, target, { contact, name: target.enteredTag });
  let added = contactId === null ? undefined : await give(contactId);
  if (added === undefined || added.kind === "not-found") {
    const found = await findContacts(client.read, email);
    if (found.kind !== "done") return deliveryFailureOf(found);
    const [contact] = found.body;
    if (contact === undefined) return { kind: "done" };
    added = await give(contact);
  }
  return added.kind === "done" ? { kind: "done" } : deliveryFailureOf(added);
}

type SyncedContact = { kind: "synced"; id: string; notes: string[] };

/** Creates or updates the contact. A field that ActiveCampaign refuses is left out, so that no lead is lost by it. */
async function syncContact(
  { read, send }: PacedClient,
  { fieldIds }: Target,
  lead: ClaimedLead,
): Promise<SyncedContact | DeliveryFailure> {
  const ids = await fieldIds.find(read);
  if (ids.kind !== "done") return deliveryFailureOf(ids);
  const contact = fieldsOf(lead, ids.body);
  const left: OptionalField[] = [];
  for (;;) {
    const reading = await send("POST", "/contact/sync", { contact });
    const refused = reading.kind === "refused" ? refusedFields(contact, reading.body) : [];
    if (refused.length === 0)
      return contactIn(reading, lead.email, left.length > 0 ? [`without ${left.join(", ")}`] : []);
    // A field may have been deleted at ActiveCampaign, so the next lead looks up the ids again.
    if (refused.includes("fieldValues")) fieldIds.forget();
    for (const name of refused) contact[name] = undefined;
    left.push(...refused);
  }
}

const optionalFields = ["firstName", "lastName", "phone", "fieldValues"] as const;
type OptionalField = (typeof optionalFields)[number];

/**
 * The fields of a lead as they are sent to ActiveCampaign. A field that is undefined is not sent, and keeps its value
 * there; an empty text would erase it.
 */
export function fieldsOf(lead: ClaimedLead, ids: ReadonlyMap<string, string>): Fields {
  const { firstName, lastName } = splitName(lead.name);
  const fieldValues = fieldValuesOf(lead, ids);
  return {
    email: lead.email,
    firstName: firstName || undefined,
    lastName: lastName || undefined,
    phone: lead.phone ?? undefined,
    fieldValues: fieldValues.length > 0 ? fieldValues : undefined,
  };
}

type Fields = { email: string } & Record<"firstName" | "lastName" | "phone", string | undefined> & {
    fieldValues: ReturnType<typeof fieldValuesOf> | undefined;
  };

export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = safeText(name).split(" ");
  return { firstName, lastName: rest.join(" ") };
}

/** The sent fields that ActiveCampaign refused and that can be left out. */
function refusedFields(contact: Fields, body: unknown): OptionalField[] {
  const complaints = complaintsIn(body);
  if (isAboutEmail(complaints)) return [];
  const sent = optionalFields.filter((name) => contact[name] !== undefined);
  const named = sent.filter((name) => namedBy[name].test(complaints));
  return named.length === 0 && /field/i.test(complaints) ? sent : named;
}

const namedBy = {
  firstName: /name/i,
  lastName: /name/i,
  phone: /phone/i,
  fieldValues: /field_?values/i,
} satisfies Record<OptionalField, RegExp>;

function isAboutEmail(complaints: string): boolean {
  return /e-?mail/i.test(complaints);
}

const syncedContact = v.object({ contact: v.object({ id: activeCampaignId, email: v.string() }) });

function contactIn(
  reading: AnswerReading,
  email: string,
  notes: string[],
): SyncedContact | DeliveryFailure {
  // A sync looks up nothing, so a 404 means a wrong URL in the settings or a closed account.
  if (reading.kind === "not-found") return { kind: "account-refused", reason: reading.reason };
  if (reading.kind === "refused" && isAboutEmail(complaintsIn(reading.body)))
    return { kind: "parked", reason: `${reading.reason}, the e-mail` };
  const synced = bodyAs(reading, syncedContact, "contact without an id");
  if (synced.kind !== "done") return deliveryFailureOf(synced);
  const { contact } = synced.body;
  return isSameEmail(contact.email, email)
    ? { kind: "synced", id: contact.id, notes }
    : { kind: "retry-later", reason: "contact with another address" };
}

function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Subscribes a contact, unless it has unsubscribed: a later sign-up proves nothing, because any stranger can type the
 * e-mail. Only the operator or the person can subscribe the contact again, at ActiveCampaign.
 */
async function subscribe(
  { read, send }: PacedClient,
  contact: string,
  list: string,
): Promise<AnswerReading | { kind: "had-unsubscribed" }> {
  const found = await findMembership(read, contact, list);
  if (found.kind !== "done") return found;
  const status = found.body?.status;
  if (status === subscribedStatus) return { kind: "done", body: undefined };
  if (status === unsubscribedStatus) return { kind: "had-unsubscribed" };
  const subscription = { list: Number(list), contact: Number(contact) };
  const contactList = { ...subscription, status: Number(subscribedStatus) };
  return send("POST", "/contactLists", { contactList });
}

type Removed = {
  kind: "removed";
  /** True if the stored contact id now belongs to another e-mail: that contact was not removed. */
  leftOther: boolean;
};

const readContact = v.object({ contact: v.object({ email: v.string() }) });

/**
 * Removes the contact with this e-mail and the contact with the stored id, because ActiveCampaign may have the person
 * under only one of them. The stored id may be wrong, and trusting it could remove another person.
 */
export async function removeContact(
  { read, send }: PacedClient,
  { email, contactId }: Removal,
): Promise<Removed | DeliveryFailure> {
  const found = await findContacts(read, email);
  if (found.kind !== "done") return deliveryFailureOf(found);
  const ids = new Set(found.body);
  let leftOther = false;
  if (contactId !== null && !ids.has(contactId)) {
    const reading = await read(contactPath(contactId));
    const other = bodyAs(reading, readContact, "contact without an address");
    if (other.kind === "done") {
      leftOther = !isSameEmail(other.body.contact.email, email);
      if (!leftOther) ids.add(contactId);
    } else if (other.kind !== "not-found") return deliveryFailureOf(other);
  }
  for (const id of ids) {
    const reading = await send("DELETE", contactPath(id));
    if (reading.kind !== "done" && reading.kind !== "not-found") return deliveryFailureOf(reading);
  }
  return { kind: "removed", leftOther };
}

function contactPath(id: string): string {
  return `/contacts/${encodeURIComponent(id)}`;
}
