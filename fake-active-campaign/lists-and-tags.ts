import * as v from "valibot";
import { type Account, type FakeContact, type FakeTag, pageOf } from "./account.ts";
import { type Answer, json, noResult, notFound } from "./answer.ts";
import { type Call, id, readBody } from "./call.ts";
import { contactJson } from "./contacts.ts";

const status = v.pipe(id, v.picklist(["1", "2"]));
const listBody = v.object({ contactList: v.object({ list: id, contact: id, status }) });

/** Sets the status of a contact in a list. Status 1 subscribes even a contact who had unsubscribed. */
export function addToList(account: Account, call: Call): Answer {
  const sent = readBody(call, listBody)?.contactList;
  if (sent === undefined || !hasList(account, sent.list)) return json(400, {});
  const contact = account.byId.get(sent.contact);
  if (contact === undefined) return notFound("Contact");
  const isKnown = sent.list in contact.lists;
  contact.lists[sent.list] = Number(sent.status);
  const contactList = contactListJson(contact, sent.list);
  return json(isKnown ? 200 : 201, { contacts: [contactJson(contact)], contactList });
}

/** Returns the contact's newest list first, because ActiveCampaign's reference promises no order. */
export function listsOfContact(account: Account, { query }: Call, contactId: string): Answer {
  const contact = account.byId.get(contactId);
  if (contact === undefined) return noResult("Subscriber", contactId);
  const { page, meta } = pageOf(Object.keys(contact.lists).reverse(), query);
  return json(200, { contactLists: page.map((list) => contactListJson(contact, list)), meta });
}

export function contactListJson({ id: contact, lists }: FakeContact, list: string) {
  return { contact, list, status: String(lists[list]), id: `${contact}${list}` };
}

export function oneList({ lists }: Account, _call: Call, listId: string): Answer {
  const list = lists.find(({ id }) => id === listId);
  return list ? json(200, { list }) : noResult("SubscriberList", listId);
}

export function hasList({ lists }: Account, listId: string): boolean {
  return lists.some(({ id }) => id === listId);
}

/** Finds every tag whose name contains the searched text. */
export function listTags({ tags }: Account, { query }: Call): Answer {
  const search = (query.get("search") ?? "").toLowerCase();
  const found = tags.filter(({ tag }) => tag.toLowerCase().includes(search));
  const { page, meta } = pageOf(found, query);
  return json(200, { tags: page.map((tag) => ({ tagType: "contact", ...tag })), meta });
}

export const tagBody = v.object({ tag: v.object({ tag: v.string() }) });

export function createTag(account: Account, call: Call): Answer {
  const sent = readBody(call, tagBody)?.tag;
  if (sent === undefined) return json(400, {});
  if (!findTag(account, sent.tag)) return json(201, { tag: addTag(account, sent.tag) });
  const error = `Duplicate entry 'contact-${sent.tag}' for key 'typetag'`;
  return json(422, { message: "Could not process request", error });
}

export function findTag({ tags }: Account, name: string): FakeTag | undefined {
  return tags.find(({ tag }) => tag.toLowerCase() === name.toLowerCase());
}

export function addTag({ tags }: Account, tag: string): FakeTag {
  const added = { id: String(tags.length + 1), tag };
  tags.push(added);
  return added;
}

const contactTagBody = v.object({ contactTag: v.object({ contact: id, tag: id }) });

/** Gives a contact a tag, by the tag's id and not by its name. */
export function tagContact(account: Account, call: Call): Answer {
  const sent = readBody(call, contactTagBody)?.contactTag;
  if (sent === undefined) return json(400, {});
  const contact = account.byId.get(sent.contact);
  const tag = account.tags.find(({ id }) => id === sent.tag);
  if (contact === undefined || tag === undefined) return notFound(contact ? "Tag" : "Contact");
  addTagTo(contact, tag.tag);
  return json(201, { contactTag: contactTagJson(contact, tag.id) });
}

export function addTagTo(contact: FakeContact, name: string): void {
  if (!contact.tags.includes(name)) contact.tags.push(name);
}

export function tagsOfContact(account: Account, { query }: Call, contactId: string): Answer {
  const contact = account.byId.get(contactId);
  if (contact === undefined) return noResult("Subscriber", contactId);
  const { page, meta } = pageOf(contact.tags, query);
  const ids = page.map((name) => findTag(account, name)?.id ?? "0");
  return json(200, { contactTags: ids.map((tagId) => contactTagJson(contact, tagId)), meta });
}

export function untagContact(account: Account, _call: Call, id: string): Answer {
  for (const contact of account.contacts)
    for (const name of contact.tags)
      if (contactTagJson(contact, findTag(account, name)?.id ?? "0").id === id) {
        contact.tags = contact.tags.filter((other) => other !== name);
        return json(200, {});
      }
  return noResult("ContactTag", id);
}

export function contactTagJson({ id: contact }: FakeContact, tag: string) {
  return { contact, tag, id: `${contact}${tag}` };
}
