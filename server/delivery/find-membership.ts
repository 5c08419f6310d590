import * as v from "valibot";
import { vendorId } from "./contact.ts";
import { type FoundInPages, findInPages } from "./find-in-pages.ts";
import type { Get } from "./vendor-get.ts";

export const subscribedStatus = "1";
export const unsubscribedStatus = "2";

const memberships = v.object({
  contactLists: v.array(
    v.object({
      list: vendorId,
      status: vendorId,
    }),
  ),
});
type Membership = v.InferOutput<typeof memberships>["contactLists"][number];

/** What a contact has to do with a list: it may be on many. */
export function findMembership<Other>(
  get: Get<Other>,
  contact: string,
  list: string,
): Promise<FoundInPages<Membership, Other>> {
  return findInPages(get, {
    path: `/contacts/${encodeURIComponent(contact)}/contactLists`,
    itemsOf(body) {
      const read = v.safeParse(memberships, body);
      return read.success ? read.output.contactLists : undefined;
    },
    isIt: (one) => one.list === list,
  });
}
