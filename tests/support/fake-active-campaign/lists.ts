import * as v from "valibot";
import { type Account, dateOf, type FakeContact, type FakeList, pageOf } from "./account.ts";
import { type Answer, json, noResult, notFound } from "./answer.ts";
import { type Call, id, readBody } from "./call.ts";
import { shown } from "./contacts.ts";

/** Status 1 also subscribes who had unsubscribed. */
export function addToList(account: Account, call: Call): Answer {
  const sent = readBody(call, listBody)?.contactList;
  if (sent === undefined || !hasList(account, sent.list)) return json(400, {});
  const contact = account.byId.get(sent.contact);
  if (contact === undefined) return notFound("Contact");
  const isKnown = sent.list in contact.lists;
  setStatus(account, contact, { list: sent.list, status: Number(sent.status), at: call.at });
  const contactList = membershipOf(account, contact, sent.list);
  return json(isKnown ? 200 : 201, { contacts: [shown(contact)], contactList });
}

/** The newest list first: the vendor's reference promises no order. */
export function listsOfContact(account: Account, { query }: Call, contactId: string): Answer {
  const contact = account.byId.get(contactId);
  if (contact === undefined) return noResult("Subscriber", contactId);
  const { page, meta } = pageOf(Object.keys(contact.lists).reverse(), query);
  const contactLists = page.map((list) => membershipOf(account, contact, list));
  return json(200, { contactLists, meta });
}

export function allLists({ lists }: Account, { query }: Call): Answer {
  const { page, meta } = pageOf(lists, query);
  return json(200, { lists: page.map(shownList), meta });
}

export function oneList({ lists }: Account, _call: Call, listId: string): Answer {
  const list = lists.find(({ id }) => id === listId);
  return list ? json(200, { list: shownList(list) }) : noResult("SubscriberList", listId);
}

export function hasList({ lists }: Account, listId: string): boolean {
  return lists.some(({ id }) => id === listId);
}

type Change = { list: string; status: number; at: number };

/** The day of subscribing changes with subscribing only. */
export function setStatus(account: Account, contact: FakeContact, change: Change): void {
  const key = `${contact.id}/${change.list}`;
  const date = dateOf(change.at);
  const known = account.memberships.get(key);
  const id = known?.id ?? String(account.memberships.size + 1);
  const sdate = known === undefined || change.status === 1 ? date : known.sdate;
  account.memberships.set(key, { id, sdate, udate: date });
  contact.lists[change.list] = change.status;
}

const status = v.pipe(id, v.picklist(["1", "2"]));
const listBody = v.object({ contactList: v.object({ list: id, contact: id, status }) });

function membershipOf({ memberships }: Account, contact: FakeContact, list: string) {
  const membership = memberships.get(`${contact.id}/${list}`);
  return { contact: contact.id, list, status: String(contact.lists[list]), ...membership };
}

function shownList({ id, name }: FakeList) {
  return { stringid: name.toLowerCase().replaceAll(" ", "-"), userid: "1", name, id };
}
