import * as v from "valibot";
import { type AnswerFailure, activeCampaignId } from "./answers.ts";
import { findContacts, findMembership, findMissingTags, unsubscribedStatus } from "./lookups.ts";
import type { Read } from "./paced-client.ts";

export type Tag = { name: string; id: string };

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
  const [id] = found.kind === "found" ? found.ids : [];
  if (id === undefined) return { kind: "lacking", what: [{ kind: "contact" }] };
  const what: Lack[] = [];
  let unsubscribed = false;
  if (list !== undefined) {
    const membership = await findMembership(read, id, list);
    if (membership.kind === "found") unsubscribed = membership.item.status === unsubscribedStatus;
    else if (membership.kind === "none" || membership.kind === "not-found")
      what.push({ kind: "list", list });
    else return unclear(membership);
  }
  if (tags.length > 0) {
    const wanted = tags.map((tag) => tag.id);
    const searched = await findMissingTags(read, id, wanted);
    if (searched.kind !== "found" && searched.kind !== "not-found") return unclear(searched);
    // A contact that was deleted after it was found lacks every tag.
    const missing = searched.kind === "found" ? searched.missing : new Set(wanted);
    for (const tag of tags) if (missing.has(tag.id)) what.push({ kind: "tag", name: tag.name });
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

const entry = { contact: activeCampaignId };
const pageAnswer = v.object({
  contacts: v.array(v.object({ id: activeCampaignId, email: v.string() })),
  contactLists: v.optional(
    v.array(v.object({ ...entry, list: activeCampaignId, status: activeCampaignId })),
    [],
  ),
  contactTags: v.optional(v.array(v.object({ ...entry, tag: activeCampaignId })), []),
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
  const parsed = v.safeParse(pageAnswer, reading.body);
  if (!parsed.success) return unexpected("contacts without a list");
  const ids = parsed.output.contacts.map(({ id }) => Number(id));
  // A page that begins again at the first contact would never end.
  if (ids.some((id, at) => !(id > (ids[at - 1] ?? afterId))))
    return unexpected("contacts in another order");
  const lastId = ids.at(-1);
  return lastId === undefined
    ? { kind: "end" }
    : { kind: "page", contacts: contactsIn(parsed.output, list), lastId };
}

function contactsIn(
  { contacts, contactLists, contactTags }: v.InferOutput<typeof pageAnswer>,
  list: string | undefined,
): ListedContact[] {
  const statuses = new Map(
    contactLists.flatMap((one) => (one.list === list ? [[one.contact, one.status]] : [])),
  );
  const tags = new Map<string, Set<string>>();
  for (const { contact, tag } of contactTags)
    tags.set(contact, (tags.get(contact) ?? new Set()).add(tag));
  return contacts.map(({ id, email }) => ({
    email,
    status: statuses.get(id),
    tags: tags.get(id) ?? new Set(),
  }));
}

function unexpected(reason: string) {
  return { kind: "retry-later", reason } as const;
}
