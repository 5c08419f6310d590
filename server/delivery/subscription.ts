import {
  findMembership,
  type Membership,
  subscribedStatus,
  unsubscribedStatus,
} from "./find-membership.ts";
import { type Reading, readAnswer } from "./outcome.ts";
import type { Caller } from "./turns.ts";
import { getAsCourier } from "./vendor-get.ts";

export type Subscribed = { kind: "subscribed" } | { kind: "had-unsubscribed" };
type Unsubscribed = { contact: string; list: string; consentedAt: number | null };

/** Looks first: somebody who had unsubscribed is left so, unless they said later that they want to hear from us. */
export async function subscribe(
  call: Caller,
  { contact, list, consentedAt }: Unsubscribed,
): Promise<Subscribed | Exclude<Reading, { kind: "done" }>> {
  const looked = await findMembership(getAsCourier(call), contact, list);
  if (looked.kind === "other") return looked.other;
  if (looked.kind === "strange") return { kind: "retry-later", reason: "lists without a status" };
  const known = looked.kind === "found" ? looked.item : undefined;
  if (known?.status === subscribedStatus) return { kind: "subscribed" };
  if (known?.status === unsubscribedStatus && !isLater(consentedAt, known))
    return { kind: "had-unsubscribed" };
  const status = Number(subscribedStatus);
  const body = { contactList: { list: Number(list), contact: Number(contact), status } };
  const reading = readAnswer(await call({ method: "POST", path: "/contactLists", body }));
  return reading.kind === "done" ? { kind: "subscribed" } : reading;
}

/** A date that cannot be read is later than any consent. */
function isLater(consentedAt: number | null, { sdate, udate }: Membership): boolean {
  const left = Math.max(...[sdate, udate].flatMap((date) => (date ? Date.parse(date) : [])));
  return consentedAt !== null && consentedAt > left && Number.isFinite(left);
}
