import * as v from "valibot";
import { type Answer, activeCampaignId, bodyAs, noUsefulAnswer } from "./answer.ts";
import type { Read } from "./paced-client.ts";

const id = activeCampaignId;

/** Finds the ids of the contacts with this e-mail: usually one contact. */
export async function findContacts(read: Read, email: string): Promise<Answer<string[]>> {
  const found = await readPages(read, {
    path: "/contacts",
    query: { email },
    items: ["contacts", v.array(v.object({ id, email: v.string() }))],
    unexpected: "contacts without a list",
  });
  if (found.kind !== "done") return found;
  // The e-mails are compared again: an API that did not know the filter `email` would also return other people.
  const isWanted = (contact: { email: string }) =>
    contact.email.toLowerCase() === email.toLowerCase();
  return { kind: "done", body: found.body.filter(isWanted).map((contact) => contact.id) };
}

const listName = v.pipe(
  v.object({ list: v.object({ name: v.string() }) }),
  v.transform(({ list }) => list.name),
);

export async function findListName(read: Read, list: string): Promise<Answer<string>> {
  const answer = await read(`/lists/${encodeURIComponent(list)}`);
  return bodyAs(answer, listName, "a list without a name");
}

export const subscribedStatus = "1";
export const unsubscribedStatus = "2";

/**
 * Finds the status of a contact on a list; undefined if the contact is not on this list. A contact may be on many
 * lists.
 */
export function findMembership(read: Read, contact: string, list: string) {
  const search = {
    path: `/contacts/${encodeURIComponent(contact)}/contactLists`,
    items: ["contactLists", v.array(v.object({ list: id, status: id }))],
    unexpected: "lists without a status",
  } as const;
  return findItem(read, search, (membership) => membership.list === list);
}

/**
 * Finds a tag by its name; undefined if there is no such tag. The search also returns longer names that contain this
 * name.
 */
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
export async function findFields(read: Read): Promise<Answer<ReadonlyMap<string, string>>> {
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
  /** The field of the answer that has the searched items, and the form of these items. */
  items: readonly [field: string, form: v.GenericSchema<unknown, Item[]>];
  /** The reason to report when an answer does not have the expected form. */
  unexpected: string;
};

async function findItem<Item>(
  read: Read,
  search: Search<Item>,
  isWanted: (item: Item) => boolean,
): Promise<Answer<Item | undefined>> {
  const all = await readPages(read, search);
  return all.kind === "done" ? { kind: "done", body: all.body.find(isWanted) } : all;
}

/**
 * How many items one request asks for: the most that ActiveCampaign returns. Without this number ActiveCampaign returns
 * 20.
 */
const pageSize = 100;
/** The most pages of one search, which would never end if ActiveCampaign always returned the same page. */
const maxPages = 100;

/**
 * Reads all pages of a list. Only an exactly full page has a next page: a longer page shows that ActiveCampaign ignored
 * the limit.
 */
async function readPages<Item>(
  read: Read,
  { path, query = {}, items: [field, form], unexpected }: Search<Item>,
): Promise<Answer<Item[]>> {
  const all: Item[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const paging = { limit: String(pageSize), offset: String(page * pageSize) };
    const answer = await read(`${path}?${new URLSearchParams({ ...query, ...paging })}`);
    const found = bodyAs(answer, v.object({ [field]: form }), unexpected);
    if (found.kind !== "done") return found;
    const items = found.body[field] ?? [];
    all.push(...items);
    if (items.length !== pageSize) return { kind: "done", body: all };
  }
  return noUsefulAnswer(unexpected);
}
