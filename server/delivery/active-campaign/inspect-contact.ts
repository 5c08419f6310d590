import {
  findContacts,
  findMembership,
  findMissingTags,
  getAsOperator,
  unsubscribedStatus,
} from "./lookups.ts";
import type { Ask, NotHeard } from "./operator-client.ts";

/** What somebody who was delivered must have over there. */
export type Expected = { list: string | undefined; tags: readonly Tag[] };
export type Tag = { name: string; id: string };

export type ContactFinding =
  | { kind: "complete"; unsubscribed: boolean }
  | { kind: "lacking"; what: string[] }
  | { kind: "unclear"; reason: string };

/** Three requests as a rule: the contact, its lists, its tags. */
export async function inspectContact(
  ask: Ask,
  email: string,
  expected: Expected,
): Promise<ContactFinding> {
  const found = await findContacts(getAsOperator(ask), email);
  if (found.kind === "strange") return unknownForm;
  if (found.kind === "other" && found.other.kind !== "gone") return unclear(found.other);
  const [id] = found.kind === "found" ? found.ids : [];
  if (id === undefined) return { kind: "lacking", what: ["no contact"] };
  const list = await lookAtList(ask, id, expected.list);
  if (list.kind === "unclear") return list;
  const tagged = await lookAtTags(ask, id, expected.tags);
  if (tagged.kind === "unclear") return tagged;
  const what = [...list.what, ...tagged.what];
  return what.length > 0
    ? { kind: "lacking", what }
    : { kind: "complete", unsubscribed: list.unsubscribed };
}

type Unclear = { kind: "unclear"; reason: string };
const unknownForm: Unclear = { kind: "unclear", reason: "an answer of an unknown form" };

function unclear({ reason }: NotHeard): Unclear {
  return { kind: "unclear", reason };
}

async function lookAtList(
  ask: Ask,
  contact: string,
  list: string | undefined,
): Promise<Unclear | { kind: "seen"; what: string[]; unsubscribed: boolean }> {
  if (list === undefined) return { kind: "seen", what: [], unsubscribed: false };
  const found = await findMembership(getAsOperator(ask), contact, list);
  if (found.kind === "other" && found.other.kind !== "gone") return unclear(found.other);
  if (found.kind === "strange") return unknownForm;
  return found.kind === "found"
    ? { kind: "seen", what: [], unsubscribed: found.item.status === unsubscribedStatus }
    : { kind: "seen", what: [`not on list ${list}`], unsubscribed: false };
}

async function lookAtTags(
  ask: Ask,
  contact: string,
  expected: readonly Tag[],
): Promise<Unclear | { kind: "seen"; what: string[] }> {
  if (expected.length === 0) return { kind: "seen", what: [] };
  const wanted = expected.map(({ id }) => id);
  const found = await findMissingTags(getAsOperator(ask), contact, wanted);
  if (found.kind === "strange") return unknownForm;
  if (found.kind === "other" && found.other.kind !== "gone") return unclear(found.other);
  // A contact may be deleted while we look: what is not there has nothing.
  const missing = found.kind === "looked" ? found.missing : new Set(wanted);
  const lacking = expected.filter(({ id }) => missing.has(id));
  return { kind: "seen", what: lacking.map(({ name }) => `not tagged ${name}`) };
}
