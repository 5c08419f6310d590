import type { AnswerFailure } from "./answers.ts";
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
  | Unclear;

type Unclear = { kind: "unclear"; reason: string };

/** Inspects a contact at ActiveCampaign, usually with three requests: for the contact, its lists and its tags. */
export async function inspectContact(
  read: Read,
  email: string,
  expected: Expected,
): Promise<ContactFinding> {
  const found = await findContacts(read, email);
  if (found.kind !== "found" && found.kind !== "not-found") return unclear(found);
  const [id] = found.kind === "found" ? found.ids : [];
  if (id === undefined) return { kind: "lacking", what: [{ kind: "contact" }] };
  const list = await inspectList(read, id, expected.list);
  if (list.kind === "unclear") return list;
  const tags = await inspectTags(read, id, expected.tags);
  if (tags.kind === "unclear") return tags;
  const what = [...list.what, ...tags.what];
  return what.length > 0
    ? { kind: "lacking", what }
    : { kind: "complete", unsubscribed: list.unsubscribed };
}

function unclear({ reason }: AnswerFailure): Unclear {
  return { kind: "unclear", reason };
}

async function inspectList(
  read: Read,
  contact: string,
  list: string | undefined,
): Promise<Unclear | { kind: "inspected"; what: Lack[]; unsubscribed: boolean }> {
  if (list === undefined) return { kind: "inspected", what: [], unsubscribed: false };
  const found = await findMembership(read, contact, list);
  if (found.kind === "found") {
    const unsubscribed = found.item.status === unsubscribedStatus;
    return { kind: "inspected", what: [], unsubscribed };
  }
  if (found.kind !== "none" && found.kind !== "not-found") return unclear(found);
  return { kind: "inspected", what: [{ kind: "list", list }], unsubscribed: false };
}

async function inspectTags(
  read: Read,
  contact: string,
  expected: readonly Tag[],
): Promise<Unclear | { kind: "inspected"; what: Lack[] }> {
  if (expected.length === 0) return { kind: "inspected", what: [] };
  const wanted = expected.map(({ id }) => id);
  const found = await findMissingTags(read, contact, wanted);
  if (found.kind !== "found" && found.kind !== "not-found") return unclear(found);
  // A contact that was deleted after it was found lacks every tag.
  const missing = found.kind === "found" ? found.missing : new Set(wanted);
  const lacking = expected.filter(({ id }) => missing.has(id));
  return { kind: "inspected", what: lacking.map(({ name }) => ({ kind: "tag", name })) };
}
