import * as v from "valibot";
import { type AnswerFailure, activeCampaignId } from "./answer-outcomes.ts";
import type { Read } from "./paced-client.ts";

type Search<Item> = {
  path: string;
  query?: Record<string, string>;
  itemsIn: v.GenericSchema<unknown, Item[]>;
  /** The reason to report when an answer does not have the expected form. */
  unexpectedForm: string;
};

const id = activeCampaignId;

const contactList = v.object({
  contacts: v.array(v.object({ id, email: v.string() })),
});

/** Finds the ids of the contacts with this e-mail: usually one. */
export async function findContacts(
  read: Read,
  email: string,
): Promise<{ kind: "found"; ids: string[] } | AnswerFailure> {
  const reading = await read(`/contacts?${new URLSearchParams({ email })}`);
  if (reading.kind !== "done") return reading;
  const parsed = v.safeParse(contactList, reading.body);
  if (!parsed.success) return unexpected("contacts without a list");
  // Compares the e-mails again: an API that did not know the filter `email` would also return other people.
  const matching = parsed.output.contacts.filter(
    (contact) => contact.email.toLowerCase() === email.toLowerCase(),
  );
  return { kind: "found", ids: matching.map((contact) => contact.id) };
}

const namedList = v.object({ list: v.object({ name: v.string() }) });

export async function findListName(
  read: Read,
  listId: string,
): Promise<{ kind: "found"; name: string } | AnswerFailure> {
  const reading = await read(`/lists/${encodeURIComponent(listId)}`);
  if (reading.kind !== "done") return reading;
  const parsed = v.safeParse(namedList, reading.body);
  return parsed.success
    ? { kind: "found", name: parsed.output.list.name }
    : unexpected("a list without a name");
}

const memberships = v.pipe(
  v.object({ contactLists: v.array(v.object({ list: id, status: id })) }),
  v.transform(({ contactLists }) => contactLists),
);

export const subscribedStatus = "1";
export const unsubscribedStatus = "2";

/** Finds the status of a contact on a list. A contact may be on many lists. */
export function findMembership(read: Read, contact: string, list: string) {
  const search = {
    path: `/contacts/${encodeURIComponent(contact)}/contactLists`,
    itemsIn: memberships,
    unexpectedForm: "lists without a status",
  };
  return findItem(read, search, (membership) => membership.list === list);
}

const taggings = v.pipe(
  v.object({ contactTags: v.array(v.object({ id, tag: id })) }),
  v.transform(({ contactTags }) => contactTags),
);

/** Reads which tags a contact has. Each tagging has an id of its own, by which it can be removed. */
function readTaggings(read: Read, contact: string) {
  return readPages(read, {
    path: `/contacts/${encodeURIComponent(contact)}/contactTags`,
    itemsIn: taggings,
    unexpectedForm: "tags of a contact without a list",
  });
}

const tagList = v.pipe(
  v.object({ tags: v.array(v.object({ id, tag: v.string() })) }),
  v.transform(({ tags }) => tags),
);

/** Finds a tag by its name. The search also returns longer names that contain this name. */
export function findTag(read: Read, name: string) {
  const search = {
    path: "/tags",
    query: { search: name },
    itemsIn: tagList,
    unexpectedForm: "tags without a list",
  };
  return findItem(read, search, ({ tag }) => tag.toLowerCase() === name.toLowerCase());
}

async function findItem<Item>(
  read: Read,
  search: Search<Item>,
  isWanted: (item: Item) => boolean,
): Promise<{ kind: "found"; item: Item } | { kind: "none" } | AnswerFailure> {
  const all = await readPages(read, search);
  if (all.kind !== "items") return all;
  const item = all.items.find(isWanted);
  return item === undefined ? { kind: "none" } : { kind: "found", item };
}

/** How many items one request asks for, the most that ActiveCampaign returns: without it, it returns 20. */
const pageSize = 100;
/** The most pages of one search, which would never end if ActiveCampaign always returned the same page. */
const maxPages = 100;

/** Reads all pages. Only an exactly full page has a next one: a longer page shows that the limit was ignored. */
async function readPages<Item>(
  read: Read,
  { path, query = {}, itemsIn, unexpectedForm }: Search<Item>,
): Promise<{ kind: "items"; items: Item[] } | AnswerFailure> {
  const items: Item[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const paging = { limit: String(pageSize), offset: String(page * pageSize) };
    const reading = await read(`${path}?${new URLSearchParams({ ...query, ...paging })}`);
    if (reading.kind !== "done") return reading;
    const parsed = v.safeParse(itemsIn, reading.body);
    if (!parsed.success) return unexpected(unexpectedForm);
    items.push(...parsed.output);
    if (parsed.output.length !== pageSize) return { kind: "items", items };
  }
  return unexpected(unexpectedForm);
}

type Tag = { name: string; id: string };

/** What the contact of a delivered lead must have at ActiveCampaign. */
export type Expected = { list: string | undefined; tags: readonly Tag[] };

/** What a person lacks at ActiveCampaign. */
export type Lack =
  | { kind: "contact" }
  | { kind: "list"; list: string }
  | { kind: "tag"; name: string };

export type ContactFinding =
  | { kind: "complete"; unsubscribed: boolean }
  | { kind: "lacking"; what: Lack[] }
  | { kind: "unclear"; reason: string };

/** Inspects a contact at ActiveCampaign, usually with three requests: for the contact, its lists and its tags. */
export async function inspectContact(
  read: Read,
  email: string,
  { list, tags }: Expected,
): Promise<ContactFinding> {
  const found = await findContacts(read, email);
  if (found.kind !== "found" && found.kind !== "not-found") return unclear(found);
  const [contact] = found.kind === "found" ? found.ids : [];
  if (contact === undefined) return { kind: "lacking", what: [{ kind: "contact" }] };
  const what: Lack[] = [];
  let unsubscribed = false;
  if (list !== undefined) {
    const membership = await findMembership(read, contact, list);
    if (membership.kind === "found") unsubscribed = membership.item.status === unsubscribedStatus;
    else if (membership.kind === "none" || membership.kind === "not-found")
      what.push({ kind: "list", list });
    else return unclear(membership);
  }
  if (tags.length > 0) {
    const had = await readTaggings(read, contact);
    if (had.kind !== "items" && had.kind !== "not-found") return unclear(had);
    // A contact that was deleted after it was found lacks every tag.
    const ids = new Set(had.kind === "items" ? had.items.map(({ tag }) => tag) : []);
    for (const tag of tags) if (!ids.has(tag.id)) what.push({ kind: "tag", name: tag.name });
  }
  return what.length > 0 ? { kind: "lacking", what } : { kind: "complete", unsubscribed };
}

function unclear({ reason }: AnswerFailure): ContactFinding {
  return { kind: "unclear", reason };
}

/** A contact with its tags, and with its status on the list that was asked for; undefined if it is not on this list. */
export type ListedContact = {
  email: string;
  status: string | undefined;
  /** The ids of the contact's tags. */
  tags: ReadonlySet<string>;
};

export type ContactPage =
  | { kind: "page"; contacts: ListedContact[]; lastId: number }
  /** There are no further contacts. */
  | { kind: "end" }
  | AnswerFailure;

/** The most contacts that ActiveCampaign returns for one request. */
export const contactsPerPage = 100;

const contactPage = v.object({
  ...contactList.entries,
  contactLists: v.optional(v.array(v.object({ contact: id, list: id, status: id })), []),
  contactTags: v.optional(v.array(v.object({ contact: id, tag: id })), []),
});

/**
 * Reads the next page of the contacts on a list, with any status, or without a list of all contacts. The answer brings
 * each contact's lists and tags, so that the check does not depend on the filter alone.
 * https://developers.activecampaign.com/reference/pagination advises to page through contacts by `id_greater`.
 */
export async function readContactPage(
  read: Read,
  { list, afterId }: { list: string | undefined; afterId: number },
): Promise<ContactPage> {
  const query = new URLSearchParams({
    ...(list === undefined ? {} : { listid: list }),
    status: "-1",
    include: "contactLists,contactTags",
    "orders[id]": "ASC",
    id_greater: String(afterId),
    limit: String(contactsPerPage),
  });
  const reading = await read(`/contacts?${query}`);
  if (reading.kind !== "done") return reading;
  const parsed = v.safeParse(contactPage, reading.body);
  if (!parsed.success) return unexpected("contacts without a list");
  const { contacts, contactLists, contactTags } = parsed.output;
  const ids = contacts.map((contact) => Number(contact.id));
  // A page that begins again at the first contact would never end.
  if (ids.some((one, at) => !(one > (ids[at - 1] ?? afterId))))
    return unexpected("contacts in another order");
  const lastId = ids.at(-1);
  if (lastId === undefined) return { kind: "end" };
  const onList = contactLists.filter((one) => one.list === list);
  const statuses = new Map(onList.map(({ contact, status }) => [contact, status]));
  const tagsOf = (contact: string) => contactTags.filter((one) => one.contact === contact);
  return {
    kind: "page",
    lastId,
    contacts: contacts.map((contact) => ({
      email: contact.email,
      status: statuses.get(contact.id),
      tags: new Set(tagsOf(contact.id).map(({ tag }) => tag)),
    })),
  };
}

function unexpected(reason: string) {
  return { kind: "retry-later", reason } as const;
}
