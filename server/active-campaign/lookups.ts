import * as v from "valibot";
import { type AnswerFailure, activeCampaignId } from "./answers.ts";
import type { Read } from "./paced-client.ts";

const contactPage = v.object({
  contacts: v.array(v.object({ id: activeCampaignId, email: v.string() })),
});

/** Finds the ids of the contacts with this e-mail: usually one. */
export async function findContacts(
  read: Read,
  email: string,
): Promise<{ kind: "found"; ids: string[] } | AnswerFailure> {
  const reading = await read(`/contacts?${new URLSearchParams({ email })}`);
  if (reading.kind !== "done") return reading;
  const parsed = v.safeParse(contactPage, reading.body);
  if (!parsed.success) return unexpected("contacts without a list");
  // Compares the e-mails again: an API that did not know the filter `email` would also return other people.
  const matching = parsed.output.contacts.filter(
    (contact) => contact.email.toLowerCase() === email.toLowerCase(),
  );
  return { kind: "found", ids: matching.map(({ id }) => id) };
}

const listAnswer = v.object({ list: v.object({ name: v.string() }) });

export async function findListName(
  read: Read,
  id: string,
): Promise<{ kind: "found"; name: string } | AnswerFailure> {
  const reading = await read(`/lists/${encodeURIComponent(id)}`);
  if (reading.kind !== "done") return reading;
  const parsed = v.safeParse(listAnswer, reading.body);
  return parsed.success
    ? { kind: "found", name: parsed.output.list.name }
    : unexpected("a list without a name");
}

export const subscribedStatus = "1";
export const unsubscribedStatus = "2";

const membershipPage = v.pipe(
  v.object({
    contactLists: v.array(v.object({ list: activeCampaignId, status: activeCampaignId })),
  }),
  v.transform(({ contactLists }) => contactLists),
);

/** Finds the status of a contact on a list. A contact may be on many lists. */
export function findMembership(read: Read, contact: string, list: string) {
  return findInPages(read, {
    path: `/contacts/${encodeURIComponent(contact)}/contactLists`,
    itemsIn: membershipPage,
    isWanted: (membership) => membership.list === list,
    unexpectedForm: "lists without a status",
  });
}

const taggingPage = v.pipe(
  v.object({ contactTags: v.array(v.object({ tag: activeCampaignId })) }),
  v.transform(({ contactTags }) => contactTags),
);

/** Returns the ids of the wanted tags that a contact lacks. The contact's tags are read once for all wanted tags. */
export async function findMissingTags(
  read: Read,
  contact: string,
  wanted: readonly string[],
): Promise<{ kind: "found"; missing: ReadonlySet<string> } | AnswerFailure> {
  const missing = new Set(wanted);
  const searched = await findInPages(read, {
    path: `/contacts/${encodeURIComponent(contact)}/contactTags`,
    itemsIn: taggingPage,
    isWanted({ tag }) {
      missing.delete(tag);
      return missing.size === 0;
    },
    unexpectedForm: "tags of a contact without a list",
  });
  return searched.kind === "found" || searched.kind === "none"
    ? { kind: "found", missing }
    : searched;
}

const tagPage = v.pipe(
  v.object({ tags: v.array(v.object({ id: activeCampaignId, tag: v.string() })) }),
  v.transform(({ tags }) => tags),
);

/** Finds a tag by its name. The search also returns longer names that contain this name, so one page is not always enough. */
export function findTag(read: Read, name: string) {
  return findInPages(read, {
    path: "/tags",
    query: { search: name },
    itemsIn: tagPage,
    isWanted: ({ tag }) => tag.toLowerCase() === name.toLowerCase(),
    unexpectedForm: "tags without a list",
  });
}

type Search<Item> = {
  path: string;
  query?: Record<string, string>;
  itemsIn: v.GenericSchema<unknown, Item[]>;
  isWanted(item: Item): boolean;
  /** The reason to report when a page of results does not have the expected form. */
  unexpectedForm: string;
};

/** How many items one request asks for: without this limit ActiveCampaign returns 20 items. */
const pageSize = 100;
/** The most pages of one search, which would never end if ActiveCampaign always returned the same page. */
const maxPages = 100;

/** Reads page after page until it finds the wanted item. The result is `none` when all pages lack it. */
async function findInPages<Item>(
  read: Read,
  { path, query = {}, itemsIn, isWanted, unexpectedForm }: Search<Item>,
): Promise<{ kind: "found"; item: Item } | { kind: "none" } | AnswerFailure> {
  let offset = 0;
  for (let page = 0; page < maxPages; page += 1) {
    const paging = { limit: String(pageSize), offset: String(offset) };
    const reading = await read(`${path}?${new URLSearchParams({ ...query, ...paging })}`);
    if (reading.kind !== "done") return reading;
    const items = v.safeParse(itemsIn, reading.body);
    if (!items.success) return unexpected(unexpectedForm);
    const item = items.output.find(isWanted);
    if (item !== undefined) return { kind: "found", item };
    const count = items.output.length;
    offset += count;
    if (count === 0 || offset >= totalIn(reading.body, count, offset)) return { kind: "none" };
  }
  return unexpected(unexpectedForm);
}

const counted = v.object({
  meta: v.object({ total: v.pipe(activeCampaignId, v.transform(Number)) }),
});

/** Without a total, only an exactly full page has a next page: a longer page shows that the limit was ignored. */
function totalIn(body: unknown, onPage: number, offset: number): number {
  const parsed = v.safeParse(counted, body);
  if (parsed.success) return parsed.output.meta.total;
  return onPage === pageSize ? Infinity : offset;
}

function unexpected(reason: string) {
  return { kind: "retry-later", reason } as const;
}
