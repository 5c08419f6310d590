import * as v from "valibot";
import type { Removal } from "#server/storage/removals.ts";
import { vendorId } from "./contact.ts";
import { type Reading, readAnswer, type Trouble, troubleOf } from "./outcome.ts";
import type { Caller } from "./turns.ts";

const found = v.object({ contacts: v.array(v.object({ id: vendorId, email: v.string() })) });

/** Both under the id that we know and under the address: either may be all that is left of somebody. */
export async function removeContact(
  call: Caller,
  { email, contactId }: Removal,
): Promise<{ kind: "removed" } | Trouble> {
  const looked = await findContacts(call, email);
  if (looked.kind !== "found") return troubleOf(looked);
  const ids = new Set([...(contactId === null ? [] : [contactId]), ...looked.ids]);
  for (const id of ids) {
    const path = `/contacts/${encodeURIComponent(id)}`;
    const reading = readAnswer(await call({ method: "DELETE", path }));
    if (reading.kind !== "done" && reading.kind !== "gone") return troubleOf(reading);
  }
  return { kind: "removed" };
}

async function findContacts(
  call: Caller,
  email: string,
): Promise<{ kind: "found"; ids: string[] } | Exclude<Reading, { kind: "done" }>> {
  const query = new URLSearchParams({ email });
  const reading = readAnswer(await call({ method: "GET", path: `/contacts?${query}` }));
  if (reading.kind !== "done") return reading;
  const read = v.safeParse(found, reading.body);
  if (!read.success) return { kind: "retry-later", reason: "contacts without a list" };
  // A filter that is not understood finds other people.
  const theirs = read.output.contacts.filter(
    (contact) => contact.email.toLowerCase() === email.toLowerCase(),
  );
  return { kind: "found", ids: theirs.map(({ id }) => id) };
}
