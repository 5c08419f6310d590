import * as v from "valibot";
import type { Account, FakeContact } from "./account.ts";
import { type Answer, emailRefused, json, noResult } from "./answer.ts";
import { type Call, readBody } from "./call.ts";

const syncBody = v.object({
  contact: v.object({
    email: v.optional(v.string(), ""),
    firstName: v.exactOptional(v.string()),
    lastName: v.exactOptional(v.string()),
    phone: v.exactOptional(v.string()),
  }),
});

/** Creates a contact, or changes the one with the same e-mail. A field that the request leaves out keeps its value. */
export function syncContact(account: Account, call: Call): Answer {
  const sent = readBody(call, syncBody)?.contact;
  if (sent === undefined) return json(400, {});
  if (!isEmail(sent.email)) return emailRefused["errors with code"](422);
  const isKnown = account.byEmail.has(sent.email.toLowerCase());
  const contact = putContact(account, sent);
  return json(isKnown ? 200 : 201, { contact: contactJson(contact) });
}

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

type Details = Omit<FakeContact, "id" | "lists" | "tags">;

export function putContact(account: Account, details: Details): FakeContact {
  const contact = account.byEmail.get(details.email.toLowerCase()) ?? add(account, details.email);
  return Object.assign(contact, details, { email: contact.email });
}

function add(account: Account, email: string): FakeContact {
  account.lastContactId += 1;
  const contact: FakeContact = { id: String(account.lastContactId), email, lists: {}, tags: [] };
  account.contacts.push(contact);
  account.byId.set(contact.id, contact);
  account.byEmail.set(email.toLowerCase(), contact);
  return contact;
}

export function oneContact({ byId }: Account, _call: Call, contactId: string): Answer {
  const contact = byId.get(contactId);
  return contact ? json(200, { contact: contactJson(contact) }) : noResult("Subscriber", contactId);
}

export function contactJson({ id, email, firstName = "", lastName = "", phone = "" }: FakeContact) {
  return { email, phone, firstName, lastName, deleted: "0", id };
}

export function deleteContact(account: Account, _call: Call, contactId: string): Answer {
  return removeContact(account, contactId) ? json(200, {}) : noResult("Subscriber", contactId);
}

/** Removes a contact. Returns false if there is no such contact. */
export function removeContact({ contacts, byId, byEmail }: Account, contactId: string): boolean {
  const contact = byId.get(contactId);
  if (contact === undefined) return false;
  byId.delete(contactId);
  byEmail.delete(contact.email.toLowerCase());
  contacts.splice(contacts.indexOf(contact), 1);
  return true;
}
