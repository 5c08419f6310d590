import type { Removal } from "#server/storage/removals.ts";
import { findContacts } from "./find-contacts.ts";
import { readAnswer, type Trouble, troubleOf } from "./outcome.ts";
import type { Caller } from "./turns.ts";
import { getAsCourier } from "./vendor-get.ts";

/** Both under the id that we know and under the address: either may be all that is left of somebody. */
export async function removeContact(
  call: Caller,
  { email, contactId }: Removal,
): Promise<{ kind: "removed" } | Trouble> {
  const looked = await findContacts(getAsCourier(call), email);
  if (looked.kind === "other") return troubleOf(looked.other);
  if (looked.kind === "strange") return { kind: "retry-later", reason: "contacts without a list" };
  const ids = new Set([...(contactId === null ? [] : [contactId]), ...looked.ids]);
  for (const id of ids) {
    const path = `/contacts/${encodeURIComponent(id)}`;
    const reading = readAnswer(await call({ method: "DELETE", path }));
    if (reading.kind !== "done" && reading.kind !== "gone") return troubleOf(reading);
  }
  return { kind: "removed" };
}
