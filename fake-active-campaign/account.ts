import * as v from "valibot";
import {
  type Answer,
  type Call,
  emailInvalid,
  errors,
  id,
  json,
  noResult,
  notFound,
  readBody,
} from "./server.ts";

export type FakeContact = {
  id: string;
  email: string;
  firstName?: string;
  lastName?: string;
  phone?: string;
  /** The contact's status in each list, by the list's id: 1 is subscribed, 2 is unsubscribed. */
  lists: Record<string, number>;
  tags: string[];
  /** The values of the fields, by the field's id. */
  fields: Record<string, string>;
};

export type FakeTag = { id: string; tag: string };
export type FakeList = { id: string; name: string };
/** A custom field. `lists`: the ids of the lists whose contacts show the field; "0" means all lists. */
export type FakeField = { id: string; perstag: string; title: string; lists: string[] };

export type Account = {
  byId: Map<string, FakeContact>;
  /** The contacts by e-mail in lower case: ActiveCampaign ignores case when it compares e-mails. */
  byEmail: Map<string, FakeContact>;
  tags: FakeTag[];
  fields: FakeField[];
  lists: FakeList[];
  lastContactId: number;
};

type Names = { tags: string[]; fields: string[]; lists: FakeList[] };

export function createAccount({ tags, fields, lists }: Names): Account {
  return {
    byId: new Map(),
    byEmail: new Map(),
    tags: tags.map((tag, index) => ({ id: String(index + 1), tag })),
    fields: fields.map((perstag, index) => {
      return { id: String(index + 1), perstag, title: perstag, lists: ["0"] };
    }),
    lists,
    lastContactId: 0,
  };
}

export type Handler = (account: Account, call: Call, id: string) => Answer;

/** The handlers of the API by method and path. In a path, `ID` means a number. */
export const accountRoutes: Record<string, Handler> = {
  "POST /contact/sync": answerSync,
  "GET /contacts": searchContacts,
  "GET /contacts/ID": ofContact((contact) => json(200, { contact: contactJson(contact) })),
  "DELETE /contacts/ID": ofContact((contact, account) => {
    forgetContact(account, contact.id);
    return json(200, {});
  }),
  "GET /contacts/ID/contactLists": ofContact(listsOfContact),
  "POST /contactLists": addToList,
  "GET /lists/ID": oneList,
  "GET /tags": listTags,
  "POST /tags": createTag,
  "POST /contactTags": tagContact,
  "GET /fields": listFields,
  "POST /fields": createField,
  "POST /fieldRels": showField,
  "GET /users/me": () =>
    json(200, { user: { username: "fake", email: "fake@example.com", id: "1" } }),
};

type ContactHandler = (contact: FakeContact, account: Account, call: Call) => Answer;

function ofContact(answer: ContactHandler): Handler {
  return (account, call, contactId) => {
    const contact = account.byId.get(contactId);
    return contact ? answer(contact, account, call) : noResult("Subscriber", contactId);
  };
}

const syncBody = v.object({
  contact: v.object({
    email: v.optional(v.string(), ""),
    firstName: v.exactOptional(v.string()),
    lastName: v.exactOptional(v.string()),
    phone: v.exactOptional(v.string()),
    fieldValues: v.optional(v.array(v.object({ field: id, value: v.string() })), []),
  }),
});

/** Creates a contact, or changes the contact with the same e-mail. A field that the request leaves out keeps its value. */
function answerSync(account: Account, call: Call): Answer {
  const sent = readBody(call, syncBody)?.contact;
  if (sent === undefined) return json(400, {});
  if (!isEmail(sent.email)) return emailInvalid(422);
  const { fieldValues, ...details } = sent;
  if (fieldValues.some(({ field }) => !hasField(account, field)))
    return errors(422, {
      title: "Field not found",
      detail: "",
      source: { pointer: "/fieldValues" },
    });
  const fields = Object.fromEntries(fieldValues.map(({ field, value }) => [field, value]));
  const isKnown = account.byEmail.has(sent.email.toLowerCase());
  return json(isKnown ? 200 : 201, { contact: contactJson(putContact(account, details, fields)) });
}

export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

type Details = { email: string; firstName?: string; lastName?: string; phone?: string };

/** Creates or changes a contact. A field that is left out keeps its value. */
export function putContact(
  account: Account,
  details: Details,
  fields: Record<string, string>,
): FakeContact {
  const key = details.email.toLowerCase();
  const known = account.byEmail.get(key);
  if (known) {
    Object.assign(known.fields, fields);
    return Object.assign(known, details, { email: known.email });
  }
  account.lastContactId += 1;
  const id = String(account.lastContactId);
  const added: FakeContact = { id, ...details, lists: {}, tags: [], fields };
  account.byId.set(added.id, added);
  account.byEmail.set(key, added);
  return added;
}

/**
 * Finds the contacts with the e-mail in the query. If this filter is missing or misspelt, the answer has all contacts.
 * The newest contact is the first, because ActiveCampaign's reference promises no order.
 */
function searchContacts(account: Account, { query }: Call): Answer {
  const email = query.get("email")?.toLowerCase();
  const contacts = [...account.byId.values()].toReversed();
  const found = contacts.filter((one) => [undefined, one.email.toLowerCase()].includes(email));
  const { page, meta } = pageOf(found, query);
  return json(200, { contacts: page.map(contactJson), meta });
}

function contactJson({ id, email, firstName = "", lastName = "", phone = "" }: FakeContact) {
  return { email, phone, firstName, lastName, deleted: "0", id };
}

export function forgetContact({ byId, byEmail }: Account, contactId: string): void {
  byEmail.delete(byId.get(contactId)?.email.toLowerCase() ?? "");
  byId.delete(contactId);
}

const status = v.pipe(id, v.picklist(["1", "2"]));
const listBody = v.object({ contactList: v.object({ list: id, contact: id, status }) });

/** Sets the status of a contact in a list. Status 1 subscribes the contact, even after an unsubscription. */
function addToList(account: Account, call: Call): Answer {
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
function listsOfContact(contact: FakeContact, _account: Account, { query }: Call): Answer {
  const { page, meta } = pageOf(Object.keys(contact.lists).reverse(), query);
  return json(200, { contactLists: page.map((list) => contactListJson(contact, list)), meta });
}

function contactListJson({ id: contact, lists }: FakeContact, list: string) {
  return { contact, list, status: String(lists[list]), id: `${contact}${list}` };
}

function oneList({ lists }: Account, _call: Call, listId: string): Answer {
  const list = lists.find((one) => one.id === listId);
  return list ? json(200, { list }) : noResult("SubscriberList", listId);
}

export function hasList({ lists }: Account, listId: string): boolean {
  return lists.some((list) => list.id === listId);
}

/** Finds every tag whose name contains the searched text. */
function listTags({ tags }: Account, { query }: Call): Answer {
  const search = (query.get("search") ?? "").toLowerCase();
  const found = tags.filter(({ tag }) => tag.toLowerCase().includes(search));
  const { page, meta } = pageOf(found, query);
  return json(200, { tags: page.map((tag) => ({ tagType: "contact", ...tag })), meta });
}

const tagBody = v.object({ tag: v.object({ tag: v.string() }) });

function createTag(account: Account, call: Call): Answer {
  const name = readBody(call, tagBody)?.tag.tag;
  if (name === undefined) return json(400, {});
  const known = account.tags.length;
  const tag = putTag(account, name);
  if (account.tags.length > known) return json(201, { tag });
  const error = `Duplicate entry 'contact-${name}' for key 'typetag'`;
  return json(422, { message: "Could not process request", error });
}

/** Finds the tag with this name, or creates it. */
export function putTag({ tags }: Account, name: string): FakeTag {
  const known = tags.find(({ tag }) => tag.toLowerCase() === name.toLowerCase());
  const tag = known ?? { id: String(tags.length + 1), tag: name };
  if (!known) tags.push(tag);
  return tag;
}

const contactTagBody = v.object({ contactTag: v.object({ contact: id, tag: id }) });

/** Adds a tag to a contact, by the tag's id and not by its name. */
function tagContact({ byId, tags }: Account, call: Call): Answer {
  const sent = readBody(call, contactTagBody)?.contactTag;
  if (sent === undefined) return json(400, {});
  const contact = byId.get(sent.contact);
  const tag = tags.find((one) => one.id === sent.tag);
  if (contact === undefined || tag === undefined) return notFound(contact ? "Tag" : "Contact");
  addTagTo(contact, tag.tag);
  return json(201, {
    contactTag: { contact: contact.id, tag: tag.id, id: `${contact.id}${tag.id}` },
  });
}

export function addTagTo(contact: FakeContact, name: string): void {
  if (!contact.tags.includes(name)) contact.tags.push(name);
}

export function hasField({ fields }: Account, fieldId: string): boolean {
  return fields.some(({ id }) => id === fieldId);
}

function listFields({ fields }: Account, { query }: Call): Answer {
  const { page, meta } = pageOf(fields, query);
  return json(200, { fields: page.map((field) => ({ ...field, type: "text" })), meta });
}

const fieldBody = v.object({
  field: v.object({
    type: v.literal("text"),
    title: v.pipe(v.string(), v.nonEmpty()),
    perstag: v.pipe(v.string(), v.regex(/^[A-Z0-9_]+$/)),
  }),
});

/** Creates a field. The answer for a perstag that already exists is a guess, because the reference does not name it. */
function createField({ fields }: Account, call: Call): Answer {
  const sent = readBody(call, fieldBody)?.field;
  if (sent === undefined) return json(400, {});
  const { perstag, title } = sent;
  if (fields.some((field) => field.perstag === perstag))
    return errors(422, { title: "The perstag is taken", detail: "" });
  const field = { id: String(fields.length + 1), perstag, title, lists: [] };
  fields.push(field);
  return json(201, { field });
}

const fieldRelBody = v.object({ fieldRel: v.object({ field: id, relid: id }) });

function showField({ fields }: Account, call: Call): Answer {
  const sent = readBody(call, fieldRelBody)?.fieldRel;
  if (sent === undefined) return json(400, {});
  const field = fields.find((one) => one.id === sent.field);
  if (field === undefined) return notFound("Field");
  field.lists.push(sent.relid);
  return json(201, { fieldRel: { field: field.id, relid: sent.relid } });
}

const defaultPageSize = 20;
const maxPageSize = 100;

/**
 * The items that the query asks for with `limit` and `offset`, and the number of all items. ActiveCampaign sends every
 * number as a string.
 */
function pageOf<Item>(items: Item[], query: URLSearchParams) {
  const offset = Number(query.get("offset") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? defaultPageSize), maxPageSize);
  return { page: items.slice(offset, offset + limit), meta: { total: String(items.length) } };
}
