import * as v from "valibot";
import { type AnswerFailure, activeCampaignId } from "./answers.ts";
import type { Read } from "./paced-client.ts";

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
