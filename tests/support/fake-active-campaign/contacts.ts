import * as v from "valibot";
import type { Account, FakeContact } from "./account.ts";
import { pageOf } from "./account.ts";
import { type Answer, emailRefused, json, noResult } from "./answer.ts";
import { type Call, id, readBody } from "./call.ts";

/** A new contact, or more about a known one: what is left out is kept. */
export function syncContact(account: Account, call: Call): Answer {
  const sent = readBody(call, syncBody)?.contact;
  if (sent === undefined) return json(400, {});
  if (!isEmail(sent.email)) return emailRefused["errors with code"](422);
  const { fieldValues = [], ...details } = sent;
  const fields = Object.fromEntries(fieldValues.map(({ field, value }) => [field, value]));
  const isKnown = account.byEmail.has(sent.email.toLowerCase());
  const contact = putContact(account, { ...details, fields });
  return json(isKnown ? 200 : 201, {
    fieldValues: fieldValuesOf(contact),
    contact: shown(contact),
  });
}

/** Without `email` in the query it finds anybody: a typo in the filter returns other people. */
export function findContacts({ contacts, byEmail }: Account, { query }: Call): Answer {
  const email = query.get("email");
  const found = email === null ? contacts : [byEmail.get(email.toLowerCase())].filter(isThere);
  const { page, meta } = pageOf(found, query);
  return json(200, { scoreValues: [], contacts: page.map(shown), meta });
}

export function oneContact({ byId }: Account, _call: Call, contactId: string): Answer {
  const contact = byId.get(contactId);
  return contact ? json(200, { contact: shown(contact) }) : noResult("Subscriber", contactId);
}

export function deleteContact(account: Account, _call: Call, contactId: string): Answer {
  return removeContact(account, contactId) ? json(200, {}) : noResult("Subscriber", contactId);
}

export function removeContact({ contacts, byId, byEmail }: Account, contactId: string): boolean {
  const contact = byId.get(contactId);
  if (contact === undefined) return false;
  byId.delete(contactId);
  byEmail.delete(contact.email.toLowerCase());
  contacts.splice(contacts.indexOf(contact), 1);
  return true;
}

type Details = Omit<FakeContact, "id" | "lists" | "tags">;

export function putContact(account: Account, { fields = {}, ...details }: Details): FakeContact {
  const contact = account.byEmail.get(details.email.toLowerCase()) ?? add(account, details.email);
  Object.assign(contact, details, { email: contact.email });
  const kept = { ...contact.fields, ...fields };
  if (Object.keys(kept).length > 0) contact.fields = kept;
  return contact;
}

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

export function shown({ id, email, firstName = "", lastName = "", phone = "" }: FakeContact) {
  return { email, phone, firstName, lastName, deleted: "0", id };
}

const syncBody = v.object({
  contact: v.object({
    email: v.optional(v.string(), ""),
    firstName: v.exactOptional(v.string()),
    lastName: v.exactOptional(v.string()),
    phone: v.exactOptional(v.string()),
    fieldValues: v.exactOptional(v.array(v.object({ field: id, value: v.string() }))),
  }),
});

function add(account: Account, email: string): FakeContact {
  account.lastContactId += 1;
  const contact: FakeContact = { id: String(account.lastContactId), email, lists: {}, tags: [] };
  account.contacts.push(contact);
  account.byId.set(contact.id, contact);
  account.byEmail.set(email.toLowerCase(), contact);
  return contact;
}

function fieldValuesOf({ id: contact, fields = {} }: FakeContact) {
  return Object.entries(fields).map(([field, value]) => ({ contact, field, value }));
}

function isThere(contact: FakeContact | undefined): contact is FakeContact {
  return contact !== undefined;
}
