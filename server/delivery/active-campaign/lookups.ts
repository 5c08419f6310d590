import * as v from "valibot";
import { type Reading, readAnswer } from "./answers.ts";
import { vendorId } from "./contact.ts";
import type { Ask, NotHeard } from "./operator-client.ts";
import type { Caller } from "./rate-limited-client.ts";

const found = v.object({ contacts: v.array(v.object({ id: vendorId, email: v.string() })) });

/** The ids of the contacts with an address: one, as a rule. */
export async function findContacts<Other>(
  get: Get<Other>,
  email: string,
): Promise<
  { kind: "found"; ids: string[] } | { kind: "strange" } | { kind: "other"; other: Other }
> {
  const got = await get(`/contacts?${new URLSearchParams({ email })}`);
  if (got.kind === "other") return got;
  const read = v.safeParse(found, got.body);
  if (!read.success) return { kind: "strange" };
  // A filter that is not understood finds other people.
  const theirs = read.output.contacts.filter(
    (contact) => contact.email.toLowerCase() === email.toLowerCase(),
  );
  return { kind: "found", ids: theirs.map(({ id }) => id) };
}

export const subscribedStatus = "1";
export const unsubscribedStatus = "2";

const memberships = v.object({
  contactLists: v.array(
    v.object({
      list: vendorId,
      status: vendorId,
    }),
  ),
});
type Membership = v.InferOutput<typeof memberships>["contactLists"][number];

/** What a contact has to do with a list: it may be on many. */
export function findMembership<Other>(
  get: Get<Other>,
  contact: string,
  list: string,
): Promise<FoundInPages<Membership, Other>> {
  return findInPages(get, {
    path: `/contacts/${encodeURIComponent(contact)}/contactLists`,
    itemsOf(body) {
      const read = v.safeParse(memberships, body);
      return read.success ? read.output.contactLists : undefined;
    },
    isIt: (one) => one.list === list,
  });
}

const foundList = v.object({ list: v.object({ name: v.string() }) });

/** What a list is called over there. */
export async function findList(
  ask: Ask,
  id: string,
): Promise<{ kind: "list"; name: string } | NotHeard> {
  const heard = await ask(`/lists/${encodeURIComponent(id)}`);
  if (heard.kind !== "done") return heard;
  const read = v.safeParse(foundList, heard.body);
  return read.success
    ? { kind: "list", name: read.output.list.name }
    : { kind: "unclear", reason: "a list without a name" };
}

type Found = { kind: "tag"; id: string } | { kind: "missing" } | NotHeard;

/** The id of a tag, without creating it as the courier would. */
export async function findTag(ask: Ask, name: string): Promise<Found> {
  const searched = await searchTag(getAsOperator(ask), name);
  switch (searched.kind) {
    case "found":
      return { kind: "tag", id: searched.item.id };
    case "missing":
      return searched;
    case "strange":
      return { kind: "unclear", reason: "tags without a list" };
    case "other":
      return searched.other;
  }
}

const taggings = v.object({ contactTags: v.array(v.object({ tag: vendorId })) });

/** Which of these tags a contact lacks, by id: it may have many, and is looked through once for all of them. */
export async function findMissingTags<Other>(
  get: Get<Other>,
  contact: string,
  wanted: readonly string[],
): Promise<
  | { kind: "looked"; missing: ReadonlySet<string> }
  | { kind: "strange" }
  | { kind: "other"; other: Other }
> {
  const missing = new Set(wanted);
  const searched = await findInPages(get, {
    path: `/contacts/${encodeURIComponent(contact)}/contactTags`,
    itemsOf(body) {
      const read = v.safeParse(taggings, body);
      return read.success ? read.output.contactTags : undefined;
    },
    isIt({ tag }) {
      missing.delete(tag);
      return missing.size === 0;
    },
  });
  return searched.kind === "found" || searched.kind === "missing"
    ? { kind: "looked", missing }
    : searched;
}

const tagPage = v.object({ tags: v.array(v.object({ id: vendorId, tag: v.string() })) });
type FoundTag = v.InferOutput<typeof tagPage>["tags"][number];

/** The search also finds names that only contain this one, so a page isn't always enough. */
export function searchTag<Other>(
  get: Get<Other>,
  name: string,
): Promise<FoundInPages<FoundTag, Other>> {
  return findInPages(get, {
    path: "/tags",
    query: { search: name },
    itemsOf(body) {
      const read = v.safeParse(tagPage, body);
      return read.success ? read.output.tags : undefined;
    },
    isIt: ({ tag }) => tag.toLowerCase() === name.toLowerCase(),
  });
}

type Search<Item> = {
  path: string;
  query?: Record<string, string>;
  /** Undefined when the body isn't such a list. */
  itemsOf(body: unknown): Item[] | undefined;
  isIt(item: Item): boolean;
};

export type FoundInPages<Item, Other> =
  | { kind: "found"; item: Item }
  | { kind: "missing" }
  | { kind: "strange" }
  | { kind: "other"; other: Other };

/** Without a limit the vendor gives 20. */
const pageSize = 100;
/** A list that goes on for longer is one that knows no offset. */
const mostPages = 100;

/** Looks through a list over there, page after page, until it is found. */
async function findInPages<Item, Other>(
  get: Get<Other>,
  { path, query = {}, itemsOf, isIt }: Search<Item>,
): Promise<FoundInPages<Item, Other>> {
  let offset = 0;
  for (let page = 0; page < mostPages; page += 1) {
    const paging = { limit: String(pageSize), offset: String(offset) };
    const got = await get(`${path}?${new URLSearchParams({ ...query, ...paging })}`);
    if (got.kind === "other") return got;
    const items = itemsOf(got.body);
    if (items === undefined) return { kind: "strange" };
    const item = items.find(isIt);
    if (item !== undefined) return { kind: "found", item };
    offset += items.length;
    if (items.length === 0 || offset >= totalOf(got.body, items.length, offset))
      return { kind: "missing" };
  }
  return { kind: "strange" };
}

const counted = v.object({ meta: v.object({ total: v.pipe(vendorId, v.transform(Number)) }) });

/** Without a total, a page that is not exactly full is the last one, or the whole list if the vendor ignored our limit. */
function totalOf(body: unknown, onPage: number, offset: number): number {
  const read = v.safeParse(counted, body);
  if (read.success) return read.output.meta.total;
  return onPage === pageSize ? Infinity : offset;
}

/** Reads something over there. What the answer means when it is none differs by who asks: `Other`. */
export type Get<Other> = (
  path: string,
) => Promise<{ kind: "done"; body: unknown } | { kind: "other"; other: Other }>;

export function getAsCourier(call: Caller): Get<Exclude<Reading, { kind: "done" }>> {
  return async (path) => {
    const reading = readAnswer(await call({ method: "GET", path }));
    return reading.kind === "done" ? reading : { kind: "other", other: reading };
  };
}

export function getAsOperator(ask: Ask): Get<NotHeard> {
  return async (path) => {
    const heard = await ask(path);
    return heard.kind === "done" ? heard : { kind: "other", other: heard };
  };
}
