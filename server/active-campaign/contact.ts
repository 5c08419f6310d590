import * as v from "valibot";
import { type ClaimedLead, hadUnsubscribed } from "#server/store/deliveries.ts";
import type { Removal } from "#server/store/erasure.ts";
import {
  type Answer,
  activeCampaignId,
  bodyAs,
  complaintsIn,
  type Failed,
  isNotFound,
  namesEmail,
  noUsefulAnswer,
} from "./answer.ts";
import type { ActiveCampaignSettings } from "./client.ts";
import { type FieldIds, fieldValuesOf, safeText } from "./fields.ts";
import { findContacts, findMembership, subscribedStatus, unsubscribedStatus } from "./lookups.ts";
import type { PacedClient } from "./paced-client.ts";
import { type TagIds, tagsFor } from "./tags.ts";

/** The list, the tags and the fields that leads get at ActiveCampaign. */
export type Target = Pick<ActiveCampaignSettings, "list" | "tags" | "nextTags" | "enteredTag"> & {
  tagIds: TagIds;
  fieldIds: FieldIds;
};

/** A contact that has its list, tags and fields. `notes` say what was left out, for instance a refused phone number. */
export type Delivered = { contactId: string; notes: string[] };

/**
 * Creates or updates the contact, subscribes it to the list and adds the tags. Every request can be repeated without
 * harm.
 */
export async function deliverContact(
  client: PacedClient,
  target: Target,
  lead: ClaimedLead,
  isAgain = false,
): Promise<Answer<Delivered>> {
  const synced = await syncContact(client, target, lead);
  if (synced.kind !== "done") return synced;
  const completed = await complete(client, target, lead, synced.body);
  if (completed.kind !== "failed" || !isNotFound(completed)) return completed;
  // The contact or a tag was deleted or merged after its id was read, so one second try reads the ids again.
  return isAgain ? noUsefulAnswer(completed.reason) : deliverContact(client, target, lead, true);
}

async function complete(
  client: PacedClient,
  target: Target,
  lead: ClaimedLead,
  { contactId, notes }: Delivered,
): Promise<Answer<Delivered>> {
  if (target.list !== undefined) {
    const subscribed = await subscribe(client, contactId, target.list);
    if (subscribed.kind !== "done") return subscribed;
    if (subscribed.body === hadUnsubscribed) notes.push(hadUnsubscribed);
  }
  for (const name of tagsFor(target, lead)) {
    const added = await addTag(client, target, { contact: contactId, name });
    if (added.kind !== "done") return added;
  }
  return { kind: "done", body: { contactId, notes } };
}

export async function addTag(
  client: PacedClient,
  { tagIds }: Pick<Target, "tagIds">,
  { contact, name }: { contact: string; name: string },
): Promise<Answer> {
  const tag = await tagIds.find(client, name);
  if (tag.kind !== "done") return tag;
  const contactTag = { contact, tag: tag.body };
  const added = await client.send("POST", "/contactTags", { contactTag });
  // The tag may have been deleted at ActiveCampaign, so the next try looks up the ids of all tags again.
  if (added.kind === "failed" && added.refusal) tagIds.forget();
  return added;
}

/**
 * Gives the contact of a person who entered the class the tag for this. The contact is searched by e-mail if an import
 * created it, or if it was deleted or merged after its delivery. A contact that no longer exists needs no tag.
 */
export async function tagEntered(
  client: PacedClient,
  target: Target,
  { email, contactId }: { email: string; contactId: string | null },
): Promise<Answer> {
  const give = (contact: string) => addTag(client, target, { contact, name: target.enteredTag });
  const added = contactId === null ? undefined : await give(contactId);
  if (added !== undefined && !isNotFound(added)) return added;
  const found = await findContacts(client.read, email);
  if (found.kind !== "done") return found;
  const [contact] = found.body;
  return contact === undefined ? found : give(contact);
}

/**
 * Creates or updates the contact. A field that ActiveCampaign refuses is left out, so that no lead is lost because of a
 * field.
 */
async function syncContact(
  { read, send }: PacedClient,
  { fieldIds }: Target,
  lead: ClaimedLead,
): Promise<Answer<Delivered>> {
  const ids = await fieldIds.find(read);
  if (ids.kind !== "done") return ids;
  const contact = fieldsOf(lead, ids.body);
  const left: OptionalField[] = [];
  for (;;) {
    const answer = await send("POST", "/contact/sync", { contact });
    const refused = answer.kind === "failed" ? refusedFields(contact, answer) : [];
    if (refused.length === 0)
      return contactIn(answer, lead.email, left.length > 0 ? [`without ${left.join(", ")}`] : []);
    // A field may have been deleted at ActiveCampaign, so the next lead reads the ids of the fields again.
    if (refused.includes("fieldValues")) fieldIds.forget();
    for (const name of refused) contact[name] = undefined;
    left.push(...refused);
  }
}

const optionalFields = ["firstName", "lastName", "phone", "fieldValues"] as const;
type OptionalField = (typeof optionalFields)[number];

/**
 * The fields of a lead as they are sent to ActiveCampaign. An undefined field is not sent, so its value at
 * ActiveCampaign stays; an empty text would erase that value.
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
function refusedFields(contact: Fields, answer: Failed): OptionalField[] {
  if (namesEmail(answer)) return [];
  const complaints = complaintsIn(answer.refusal?.body);
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

const syncedContact = v.object({ contact: v.object({ id: activeCampaignId, email: v.string() }) });

export function contactIn(answer: Answer, email: string, notes: string[]): Answer<Delivered> {
  const synced = bodyAs(answer, syncedContact, "contact without an id");
  if (synced.kind !== "done") return synced;
  const { contact } = synced.body;
  return isSameEmail(contact.email, email)
    ? { kind: "done", body: { contactId: contact.id, notes } }
    : noUsefulAnswer("contact with another address");
}

function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * Subscribes a contact, unless it has unsubscribed: a later sign-up proves nothing, because any stranger can type the
 * e-mail. Only the operator or the person can subscribe the contact again, at ActiveCampaign.
 */
export async function subscribe(
  { read, send }: PacedClient,
  contact: string,
  list: string,
): Promise<Answer> {
  const found = await findMembership(read, contact, list);
  if (found.kind !== "done") return found;
  const status = found.body?.status;
  if (status === subscribedStatus) return found;
  if (status === unsubscribedStatus) return { kind: "done", body: hadUnsubscribed };
  const subscription = { list: Number(list), contact: Number(contact) };
  const contactList = { ...subscription, status: Number(subscribedStatus) };
  return send("POST", "/contactLists", { contactList });
}

const readContact = v.object({ contact: v.object({ email: v.string() }) });

/**
 * Removes the contact with this e-mail and the contact with the stored id, because ActiveCampaign may have the person
 * under only one of them. If the contact with the stored id has another e-mail, it may be another person, so it stays,
 * and `leftOther` is true.
 */
export async function removeContact(
  { read, send }: PacedClient,
  { email, contactId }: Pick<Removal, "email" | "contactId">,
): Promise<Answer<{ leftOther: boolean }>> {
  const found = await findContacts(read, email);
  if (found.kind !== "done") return found;
  const ids = new Set(found.body);
  let leftOther = false;
  if (contactId !== null && !ids.has(contactId)) {
    const other = bodyAs(
      await read(contactPath(contactId)),
      readContact,
      "contact without an address",
    );
    if (other.kind === "done") {
      leftOther = !isSameEmail(other.body.contact.email, email);
      if (!leftOther) ids.add(contactId);
    } else if (!isNotFound(other)) return other;
  }
  for (const id of ids) {
    const removed = await send("DELETE", contactPath(id));
    if (removed.kind !== "done" && !isNotFound(removed)) return removed;
  }
  return { kind: "done", body: { leftOther } };
}

function contactPath(id: string): string {
  return `/contacts/${encodeURIComponent(id)}`;
}
