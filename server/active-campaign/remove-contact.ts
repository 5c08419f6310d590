import * as v from "valibot";
import type { Removal } from "#server/store/erasure/removals.ts";
import { type DeliveryFailure, deliveryFailureOf, readAnswer } from "./answers.ts";
import { findContacts } from "./lookups.ts";
import { type PacedClient, type Read, readWith } from "./paced-client.ts";

type Removed = {
  kind: "removed";
  /** True if the stored contact id now belongs to another e-mail address: that contact was not removed. */
  leftOther: boolean;
};

/**
 * Removes the contact with this e-mail and the contact with the stored id, because ActiveCampaign may have the person
 * under only one of them.
 */
export async function removeContact(
  client: PacedClient,
  { email, contactId }: Removal,
): Promise<Removed | DeliveryFailure> {
  const read = readWith(client);
  const found = await findContacts(read, email);
  if (found.kind !== "found") return deliveryFailureOf(found);
  const ids = new Set(found.ids);
  const storedId = contactId === null || ids.has(contactId) ? undefined : contactId;
  const owner = storedId === undefined ? "none" : await ownerOf(read, storedId, email);
  if (typeof owner !== "string") return owner;
  if (storedId !== undefined && owner === "same") ids.add(storedId);
  for (const id of ids) {
    const reading = readAnswer(await client({ method: "DELETE", path: pathOf(id) }));
    if (reading.kind !== "done" && reading.kind !== "not-found") return deliveryFailureOf(reading);
  }
  return { kind: "removed", leftOther: owner === "another" };
}

const contactAnswer = v.object({ contact: v.object({ email: v.string() }) });

/** Says whose contact an id is. The stored id may be wrong, and trusting it could remove another person. */
async function ownerOf(
  read: Read,
  id: string,
  email: string,
): Promise<"same" | "another" | "none" | DeliveryFailure> {
  const reading = await read(pathOf(id));
  if (reading.kind === "not-found") return "none";
  if (reading.kind !== "done") return deliveryFailureOf(reading);
  const parsed = v.safeParse(contactAnswer, reading.body);
  if (!parsed.success) return { kind: "retry-later", reason: "contact without an address" };
  const { contact } = parsed.output;
  return contact.email.toLowerCase() === email.toLowerCase() ? "same" : "another";
}

function pathOf(id: string): string {
  return `/contacts/${encodeURIComponent(id)}`;
}
