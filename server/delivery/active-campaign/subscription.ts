import { type Reading, readAnswer } from "./answers.ts";
import { findMembership, getAsCourier, subscribedStatus, unsubscribedStatus } from "./lookups.ts";
import type { Caller } from "./rate-limited-client.ts";

export type Subscribed = { kind: "subscribed" } | { kind: "had-unsubscribed" };
type Subscription = { contact: string; list: string };

/**
 * Subscribes a contact, unless it has unsubscribed: a later sign-up proves nothing, because any stranger can type the
 * address. Only the operator or the person can subscribe it again, at ActiveCampaign.
 */
export async function subscribe(
  call: Caller,
  { contact, list }: Subscription,
): Promise<Subscribed | Exclude<Reading, { kind: "done" }>> {
  const looked = await findMembership(getAsCourier(call), contact, list);
  if (looked.kind === "other") return looked.other;
  if (looked.kind === "strange") return { kind: "retry-later", reason: "lists without a status" };
  const known = looked.kind === "found" ? looked.item : undefined;
  if (known?.status === subscribedStatus) return { kind: "subscribed" };
  if (known?.status === unsubscribedStatus) return { kind: "had-unsubscribed" };
  const status = Number(subscribedStatus);
  const body = { contactList: { list: Number(list), contact: Number(contact), status } };
  const reading = readAnswer(await call({ method: "POST", path: "/contactLists", body }));
  return reading.kind === "done" ? { kind: "subscribed" } : reading;
}
