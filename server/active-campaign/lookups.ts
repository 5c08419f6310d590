import * as v from "valibot";
import {
  type AnswerFailure,
  type AnswerReading,
  activeCampaignId,
  bodyAs,
} from "./answer-outcomes.ts";
import type { Read } from "./paced-client.ts";

const id = activeCampaignId;
const contactItems = v.array(v.object({ id, email: v.string() }));

/** Finds the ids of the contacts with this e-mail: usually one. */
export async function findContacts(read: Read, email: string): Promise<AnswerReading<string[]>> {
  const found = await readPages(read, {
    path: "/contacts",
    query: { email },
    items: ["contacts", contactItems],
    unexpected: "contacts without a list",
  });
  if (found.kind !== "done") return found;
  // Compares the e-mails again: an API that did not know the filter `email` would also return other people.
  const isWanted = (contact: { email: string }) =>
    contact.email.toLowerCase() === email.toLowerCase();
  return { kind: "done", body: found.body.filter(isWanted).map((contact) => contact.id) };
}

const listName = v.pipe(
  v.object({ list: v.object({ name: v.string() }) }),
  v.transform(({ list }) => list.name),
);

export async function findListName(read: Read, list: string): Promise<AnswerReading<string>> {
  const reading = await read(`/lists/${encodeURIComponent(list)}`);
  return bodyAs(reading, listName, "a list without a name");
}

export const subscribedStatus = "1";
export const unsubscribedStatus = "2";

/** Finds the status of a contact on a list; undefined if it is not on this list. A contact may be on many lists. */
export function findMembership(read: Read, contact: string, list: string) {
  const search = {
    path: `/contacts/${encodeURIComponent(contact)}/contactLists`,
    items: ["contactLists", v.array(v.object({ list: id, status: id }))],
    unexpected: "lists without a status",
  } as const;
  return findItem(read, search, (membership) => membership.list === list);
}

/** Finds a tag by its name; undefined if there is none. The search also returns longer names that contain this name. */
export function findTag(read: Read, name: string) {
  const search = {
    path: "/tags",
    query: { search: name },
    items: ["tags", v.array(v.object({ id, tag: v.string() }))],
    unexpected: "tags without a list",
  } as const;
  return findItem(read, search, ({ tag }) => tag.toLowerCase() === name.toLowerCase());
}

/** The ids of all fields of the account's contacts, by their perstags in capital letters. */
export async function findFields(read: Read): Promise<AnswerReading<ReadonlyMap<string, string>>> {
  const found = await readPages(read, {
    path: "/fields",
    items: ["fields", v.array(v.object({ id, perstag: v.nullish(v.string(), "") }))],
    unexpected: "fields without a list",
  });
  if (found.kind !== "done") return found;
  const ids = found.body.map(({ id, perstag }) => [perstag.toUpperCase(), id] as const);
  return { kind: "done", body: new Map(ids) };
}

type Search<Item> = {
  path: string;
  query?: Record<string, string>;
  /** The field of the answer that has the items, and their form. */
  items: readonly [field: string, form: v.GenericSchema<unknown, Item[]>];
  /** The reason to report when an answer does not have this form. */
  unexpected: string;
};

async function findItem<Item>(
  read: Read,
  search: Search<Item>,
  isWanted: (item: Item) => boolean,
): Promise<AnswerReading<Item | undefined>> {
  const all = await readPages(read, search);
  return all.kind === "done" ? { kind: "done", body: all.body.find(isWanted) } : all;
}

/** How many items one request asks for, the most that ActiveCampaign returns: without it, it returns 20. */
const pageSize = 100;
/** The most pages of one search, which would never end if ActiveCampaign always returned the same page. */
const maxPages = 100;

/** Reads all pages. Only an exactly full page has a next one: a longer page shows that the limit was ignored. */
async function readPages<Item>(
  read: Read,
  { path, query = {}, items: [field, form], unexpected }: Search<Item>,
): Promise<AnswerReading<Item[]>> {
  const all: Item[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const paging = { limit: String(pageSize), offset: String(page * pageSize) };
    const reading = await read(`${path}?${new URLSearchParams({ ...query, ...paging })}`);
    const found = bodyAs(reading, v.object({ [field]: form }), unexpected);
    if (found.kind !== "done") return found;
    const items = found.body[field] ?? [];
    all.push(...items);
    if (items.length !== pageSize) return { kind: "done", body: all };
  }
  return { kind: "retry-later", reason: unexpected };
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
  if (found.kind !== "done" && found.kind !== "not-found") return unclear(found);
  const [contact] = found.kind === "done" ? found.body : [];
  if (contact === undefined) return { kind: "lacking", what: [{ kind: "contact" }] };
  const what: Lack[] = [];
  let unsubscribed = false;
  if (list !== undefined) {
    const membership = await findMembership(read, contact, list);
    if (membership.kind !== "done" && membership.kind !== "not-found") return unclear(membership);
    const status = membership.kind === "done" ? membership.body?.status : undefined;
    if (status === undefined) what.push({ kind: "list", list });
    unsubscribed = status === unsubscribedStatus;
  }
  if (tags.length > 0) {
    const had = await readPages(read, {
      path: `/contacts/${encodeURIComponent(contact)}/contactTags`,
      items: ["contactTags", v.array(v.object({ tag: id }))],
      unexpected: "tags of a contact without a list",
    });
    if (had.kind !== "done" && had.kind !== "not-found") return unclear(had);
    // A contact that was deleted after it was found lacks every tag.
    const ids = new Set(had.kind === "done" ? had.body.map(({ tag }) => tag) : []);
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
export const contactsPerPage = pageSize;

const contactPage = v.object({
  contacts: contactItems,
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
  const page = bodyAs(reading, contactPage, "contacts without a list");
  if (page.kind !== "done") return page;
  const { contacts, contactLists, contactTags } = page.body;
  const ids = contacts.map((contact) => Number(contact.id));
  // A page that begins again at the first contact would never end.
  if (ids.some((one, at) => !(one > (ids[at - 1] ?? afterId))))
    return { kind: "retry-later", reason: "contacts in another order" };
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
