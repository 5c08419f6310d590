import * as v from "valibot";
import type { Removal } from "#server/storage/erasure/removals.ts";
import { readAnswer, type Trouble, troubleOf } from "./answers.ts";
import { findContacts, getAsCourier } from "./lookups.ts";
import type { Caller } from "./rate-limited-client.ts";

type Removed = {
  kind: "removed";
  /** True if the stored contact id now belongs to another e-mail address: that contact was not removed. */
  leftOther: boolean;
};

/** Removes the contact with this e-mail, and the one with the stored id: the person may be left under only one of them. */
export async function removeContact(
  call: Caller,
  { email, contactId }: Removal,
): Promise<Removed | Trouble> {
  const looked = await findContacts(getAsCourier(call), email);
  if (looked.kind === "other") return troubleOf(looked.other);
  if (looked.kind === "strange") return { kind: "retry-later", reason: "contacts without a list" };
  const ids = new Set(looked.ids);
  const known = contactId === null || ids.has(contactId) ? undefined : contactId;
  const owner = known === undefined ? "none" : await ownerOf(call, known, email);
  if (typeof owner !== "string") return owner;
  if (known !== undefined && owner === "same") ids.add(known);
  for (const id of ids) {
    const reading = readAnswer(await call({ method: "DELETE", path: pathOf(id) }));
    if (reading.kind !== "done" && reading.kind !== "gone") return troubleOf(reading);
  }
  return { kind: "removed", leftOther: owner === "another" };
}

const oneContact = v.object({ contact: v.object({ email: v.string() }) });

/** Whose contact an id is. The stored id may be wrong, and to trust it could remove another person. */
async function ownerOf(
  call: Caller,
  id: string,
  email: string,
): Promise<"same" | "another" | "none" | Trouble> {
  const reading = readAnswer(await call({ method: "GET", path: pathOf(id) }));
  if (reading.kind === "gone") return "none";
  if (reading.kind !== "done") return troubleOf(reading);
  const read = v.safeParse(oneContact, reading.body);
  if (!read.success) return { kind: "retry-later", reason: "contact without an address" };
  const { contact } = read.output;
  return contact.email.toLowerCase() === email.toLowerCase() ? "same" : "another";
}

function pathOf(id: string): string {
  return `/contacts/${encodeURIComponent(id)}`;
}
