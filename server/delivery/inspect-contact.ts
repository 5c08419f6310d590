import * as v from "valibot";
import type { Ask, Heard } from "./ask.ts";
import { vendorId } from "./contact.ts";
import { findContacts } from "./find-contacts.ts";
import { findMembership, unsubscribedStatus } from "./find-membership.ts";
import { getAsOperator } from "./vendor-get.ts";

/** What somebody who was delivered must have over there. */
export type Expected = { list: string | undefined; tags: readonly Tag[] };
export type Tag = { name: string; id: string };

export type Finding =
  | { kind: "complete"; unsubscribed: boolean }
  | { kind: "lacking"; what: string[] }
  | { kind: "unclear"; reason: string };

const tags = v.object({ contactTags: v.array(v.object({ tag: vendorId })) });

/** Up to three requests: the contact, its lists, its tags. */
export async function inspectContact(
  ask: Ask,
  email: string,
  expected: Expected,
): Promise<Finding> {
  const found = await findContacts(getAsOperator(ask), email);
  if (found.kind === "strange") return unknownForm;
  if (found.kind === "other" && found.other.kind === "unclear") return found.other;
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

async function lookAtList(
  ask: Ask,
  contact: string,
  list: string | undefined,
): Promise<Unclear | { kind: "seen"; what: string[]; unsubscribed: boolean }> {
  if (list === undefined) return { kind: "seen", what: [], unsubscribed: false };
  const found = await findMembership(getAsOperator(ask), contact, list);
  if (found.kind === "other" && found.other.kind === "unclear") return found.other;
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
  const found = read(await ask(`/contacts/${encodeURIComponent(contact)}/contactTags`), tags);
  if (found.kind === "unclear") return found;
  const has = new Set(found.output?.contactTags.map(({ tag }) => tag));
  const missing = expected.filter(({ id }) => !has.has(id));
  return { kind: "seen", what: missing.map(({ name }) => `not tagged ${name}`) };
}

/** What is not there has nothing: a contact may be deleted while we look. */
function read<Schema extends v.GenericSchema>(
  heard: Heard,
  schema: Schema,
): Unclear | { kind: "read"; output: v.InferOutput<Schema> | undefined } {
  switch (heard.kind) {
    case "unclear":
      return heard;
    case "gone":
      return { kind: "read", output: undefined };
    case "done": {
      const parsed = v.safeParse(schema, heard.body);
      return parsed.success ? { kind: "read", output: parsed.output } : unknownForm;
    }
  }
}
