import * as v from "valibot";
import { type Account, addTag, type FakeContact, findTag } from "./account.ts";
import { id } from "./call.ts";
import { putContact } from "./contacts.ts";
import { importLimits } from "./limits.ts";
import { hasList, setStatus } from "./lists.ts";
import { addTagTo } from "./tags.ts";

/** Names in snake case and tags by name, unlike everywhere else. */
const importedContact = v.object({
  email: v.optional(v.string(), ""),
  first_name: v.exactOptional(v.string()),
  last_name: v.exactOptional(v.string()),
  phone: v.exactOptional(v.string()),
  tags: v.optional(v.array(v.string()), []),
  fields: v.optional(v.array(v.object({ id, value: v.string() })), []),
  subscribe: v.optional(v.array(v.object({ listid: id })), []),
  unsubscribe: v.optional(v.array(v.object({ listid: id })), []),
});

export const importBody = v.object({
  contacts: v.pipe(v.array(importedContact), v.minLength(1), v.maxLength(importLimits.contacts)),
  exclude_automations: v.optional(v.boolean(), false),
});

export type ImportedContact = v.InferOutput<typeof importedContact>;

/** Gives the contact's id. */
export function importContact(account: Account, sent: ImportedContact, at: number): string {
  const { email, first_name: firstName, last_name: lastName, phone } = sent;
  const contact = putContact(account, {
    email,
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(phone === undefined ? {} : { phone }),
    fields: Object.fromEntries(sent.fields.map(({ id, value }) => [id, value])),
  });
  for (const name of sent.tags) tagByName(account, contact, name);
  for (const { listid } of sent.subscribe) subscribe(account, contact, listid, at);
  for (const { listid: list } of sent.unsubscribe) {
    setStatus(account, contact, { list, status: 2, at });
  }
  return contact.id;
}

/** Created when there is none of that name. */
function tagByName(account: Account, contact: FakeContact, name: string): void {
  addTagTo(contact, (findTag(account, name) ?? addTag(account, name)).tag);
}

/** Whoever has unsubscribed stays so; a list that isn't there is passed over. */
function subscribe(account: Account, contact: FakeContact, list: string, at: number): void {
  if (list in contact.lists || !hasList(account, list)) return;
  setStatus(account, contact, { list, status: 1, at });
}
