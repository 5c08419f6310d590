import * as v from "valibot";
import { type Outcome, type Reading, readAnswer, type Trouble } from "./outcome.ts";
import type { Caller, TagIds } from "./tag-ids.ts";

export type DeliverableLead = { name: string; email: string; phone: string | null };
export type Target = { list: string | undefined; tags: string[]; tagIds: TagIds };

const syncedContact = v.object({
  contact: v.object({
    id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
    email: v.string(),
  }),
});

/** Sync, list, tags: each step can be repeated without harm, so a try that broke off starts from the beginning. */
export async function deliverLead(
  call: Caller,
  target: Target,
  lead: DeliverableLead,
): Promise<Outcome> {
  const synced = await syncContact(call, lead);
  if (synced.kind !== "contact") return synced;
  const listed = await addToList(call, target.list, synced.id);
  if (listed !== undefined) return listed;
  const tagged = await addTags(call, target, synced.id);
  return tagged ?? { kind: "delivered", contactId: synced.id };
}

async function syncContact(
  call: Caller,
  lead: DeliverableLead,
): Promise<{ kind: "contact"; id: string } | Trouble> {
  const body = { contact: contactOf(lead) };
  const reading = readAnswer(await call({ method: "POST", path: "/contact/sync", body }));
  if (reading.kind !== "done") return reading;
  const synced = v.safeParse(syncedContact, reading.body);
  if (!synced.success) return { kind: "retry-later", reason: "contact without an id" };
  const { id, email } = synced.output.contact;
  return email.toLowerCase() === lead.email.toLowerCase()
    ? { kind: "contact", id }
    : { kind: "retry-later", reason: "contact with another address" };
}

/** What is left out is kept over there; an empty text would erase it. */
function contactOf({ name, email, phone }: DeliverableLead): Record<string, string> {
  const [firstName = "", ...rest] = name.split(/\s+/);
  const lastName = rest.join(" ");
  return {
    email,
    firstName,
    ...(lastName === "" ? {} : { lastName }),
    ...(phone === null ? {} : { phone }),
  };
}

async function addToList(
  call: Caller,
  list: string | undefined,
  contact: string,
): Promise<Trouble | undefined> {
  if (list === undefined) return undefined;
  const body = { contactList: { list: Number(list), contact: Number(contact), status: 1 } };
  return troubleOf(readAnswer(await call({ method: "POST", path: "/contactLists", body })));
}

async function addTags(
  call: Caller,
  { tags, tagIds }: Target,
  contact: string,
): Promise<Trouble | undefined> {
  for (const name of tags) {
    const trouble = await addTag(call, tagIds, { name, contact });
    if (trouble === undefined) continue;
    // The tag may have been deleted over there: the next try looks its id up again.
    tagIds.forget();
    return trouble;
  }
  return undefined;
}

async function addTag(
  call: Caller,
  tagIds: TagIds,
  { name, contact }: { name: string; contact: string },
): Promise<Trouble | undefined> {
  const tag = await tagIds.find(call, name);
  if (tag.kind !== "tag") return tag;
  const body = { contactTag: { contact, tag: tag.id } };
  return troubleOf(readAnswer(await call({ method: "POST", path: "/contactTags", body })));
}

function troubleOf(reading: Reading): Trouble | undefined {
  return reading.kind === "done" ? undefined : reading;
}
