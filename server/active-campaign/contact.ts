import * as v from "valibot";
import { controlCharacters } from "#lead/lead.ts";
import { type ClaimedLead, hadUnsubscribed } from "#server/store/deliveries/deliveries.ts";
import type { Removal } from "#server/store/erasure/removals.ts";
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
import { findContacts, findMembership, subscribedStatus, unsubscribedStatus } from "./lookups.ts";
import type { PacedClient } from "./paced-client.ts";
import { type TagIds, tagsFor } from "./tags.ts";

/** The list and the tags that leads get at ActiveCampaign. */
export type Target = {
  list: string | undefined;
  tags: readonly string[];
  nextTags: readonly string[];
  tagIds: TagIds;
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
  const contact = await syncContact(client, lead);
  if (contact.kind !== "synced") return contact;
  const { id, notes } = contact;
  if (target.list !== undefined) {
    const subscribed = await subscribe(client, id, target.list);
    if (subscribed.kind === "had-unsubscribed") notes.push(hadUnsubscribed);
    else if (subscribed.kind !== "done") return subscribed;
  }
  for (const name of tagsFor(target, lead)) {
    const tag = await target.tagIds.find(client, name);
    const added = tag.kind === "done" ? await addTag(client, id, tag.body) : tag;
    if (added.kind === "done") continue;
    // The tag may have been deleted at ActiveCampaign, so the next try looks up the ids of all tags again.
    if (added.kind === "not-found" || added.kind === "refused") target.tagIds.forget();
    return added;
  }
  return { kind: "delivered", contactId: id, notes };
}

function addTag({ send }: PacedClient, contact: string, tag: string): Promise<AnswerReading> {
  return send("POST", "/contactTags", { contactTag: { contact, tag } });
}

type SyncedContact = { kind: "synced"; id: string; notes: string[] };

/** Creates or updates the contact. A field that ActiveCampaign refuses is left out, so that no lead is lost by it. */
async function syncContact(
  { send }: PacedClient,
  lead: ClaimedLead,
): Promise<SyncedContact | DeliveryFailure> {
  const contact = fieldsOf(lead);
  const reading = await send("POST", "/contact/sync", { contact });
  const refused = reading.kind === "refused" ? refusedFields(contact, reading.body) : [];
  if (refused.length === 0) return contactIn(reading, lead.email, []);
  for (const name of refused) contact[name] = undefined;
  const fewer = await send("POST", "/contact/sync", { contact });
  return contactIn(fewer, lead.email, [`without ${refused.join(", ")}`]);
}

const optionalFields = ["firstName", "lastName", "phone"] as const;
type OptionalField = (typeof optionalFields)[number];
type Fields = { email: string } & Record<OptionalField, string | undefined>;

/**
 * The fields of a lead as they are sent to ActiveCampaign. A field that is undefined is not sent, and keeps its value
 * there; an empty text would erase it.
 */
export function fieldsOf({ name, email, phone }: ClaimedLead): Fields {
  const { firstName, lastName } = splitName(name);
  return {
    email,
    firstName: firstName || undefined,
    lastName: lastName || undefined,
    phone: phone ?? undefined,
  };
}

export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = safeName(name).split(" ");
  return { firstName, lastName: rest.join(" ") };
}

/** The sent fields that ActiveCampaign refused and that can be left out. */
function refusedFields(fields: Fields, body: unknown): OptionalField[] {
  const complaints = complaintsIn(body);
  if (isAboutEmail(complaints)) return [];
  const sent = optionalFields.filter((name) => fields[name] !== undefined);
  const named = sent.filter((name) => (name === "phone" ? /phone/i : /name/i).test(complaints));
  return named.length === 0 && /field/i.test(complaints) ? sent : named;
}

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
  if (found.kind !== "found" && found.kind !== "none") return found;
  const status = found.kind === "found" ? found.item.status : undefined;
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

/**
 * Characters that ActiveCampaign or HTML would interpret, each with a similar-looking character that means nothing to
 * either. ActiveCampaign's e-mails are HTML, and in everything that it sends it replaces `%EMAIL%` and interprets `%IF
 * …%`, also inside a name that was filled in.
 */
const lookalikes = new Map([
  ["%", "\uff05"],
  ["<", "\u2039"],
  [">", "\u203a"],
  ["{", "("],
  ["}", ")"],
]);

/**
 * Mail programs make a link of a URL with a scheme, and of every word with a dot in it, so a space is added after the
 * colon or the dot. Names have dots after initials and titles ("J.R. Silva", "Dr.Ana"): after the dot of an initial no
 * space is added.
 */
const inLinks = /:(?=[/\\])|[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])(?!\p{L}(?:[.\s]|$))/gu;

/**
 * The most code points of a name: longer than a person's name, and short enough that ActiveCampaign refuses no import
 * because of it.
 */
const maxCharacters = 100;

/** Changes a name so that ActiveCampaign, mail programs and browsers treat it as plain text. */
export function safeName(name: string): string {
  const plain = name
    .replace(controlCharacters, " ")
    .replace(/[%<>{}]/g, (sign) => lookalikes.get(sign) ?? "")
    .replace(inLinks, "$& ")
    .replace(/\s+/g, " ")
    .trim();
  return [...plain].slice(0, maxCharacters).join("").trim();
}
