import * as v from "valibot";
import { vendorId } from "./contact.ts";
import type { Get } from "./vendor-get.ts";

const found = v.object({ contacts: v.array(v.object({ id: vendorId, email: v.string() })) });

/** The ids of the contacts with an address: one, as a rule. */
export async function findContacts<Other>(
  get: Get<Other>,
  email: string,
): Promise<
  { kind: "found"; ids: string[] } | { kind: "strange" } | { kind: "other"; other: Other }
> {
  const got = await get(`/contacts?${new URLSearchParams({ email })}`);
  if (got.kind === "other") return got;
  const read = v.safeParse(found, got.body);
  if (!read.success) return { kind: "strange" };
  // A filter that is not understood finds other people.
  const theirs = read.output.contacts.filter(
    (contact) => contact.email.toLowerCase() === email.toLowerCase(),
  );
  return { kind: "found", ids: theirs.map(({ id }) => id) };
}
