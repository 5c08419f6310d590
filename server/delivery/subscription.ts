import * as v from "valibot";
import { vendorId } from "./contact.ts";
import { type Reading, readAnswer } from "./outcome.ts";
import type { Caller } from "./turns.ts";

export type Subscribed = { kind: "subscribed" } | { kind: "had-unsubscribed" };
type Unsubscribed = { contact: string; list: string; consentedAt: number | null };

const subscribed = 1;
const unsubscribed = 2;

const memberships = v.object({
  contactLists: v.array(
    v.object({
      list: vendorId,
      status: v.pipe(vendorId, v.transform(Number)),
      sdate: v.optional(v.nullable(v.string())),
      udate: v.optional(v.nullable(v.string())),
    }),
  ),
});
type Membership = v.InferOutput<typeof memberships>["contactLists"][number];

/** Looks first: somebody who had unsubscribed is left so, unless they said later that they want to hear from us. */
export async function subscribe(
  call: Caller,
  { contact, list, consentedAt }: Unsubscribed,
): Promise<Subscribed | Exclude<Reading, { kind: "done" }>> {
  const looked = await look(call, contact);
  if (looked.kind !== "found") return looked;
  const known = looked.lists.find((one) => one.list === list);
  if (known?.status === subscribed) return { kind: "subscribed" };
  if (known?.status === unsubscribed && !isLater(consentedAt, known))
    return { kind: "had-unsubscribed" };
  const body = {
    contactList: { list: Number(list), contact: Number(contact), status: subscribed },
  };
  const reading = readAnswer(await call({ method: "POST", path: "/contactLists", body }));
  return reading.kind === "done" ? { kind: "subscribed" } : reading;
}

type Found = { kind: "found"; lists: Membership[] };

async function look(
  call: Caller,
  contact: string,
): Promise<Found | Exclude<Reading, { kind: "done" }>> {
  const path = `/contacts/${encodeURIComponent(contact)}/contactLists`;
  const reading = readAnswer(await call({ method: "GET", path }));
  if (reading.kind !== "done") return reading;
  const read = v.safeParse(memberships, reading.body);
  return read.success
    ? { kind: "found", lists: read.output.contactLists }
    : { kind: "retry-later", reason: "lists without a status" };
}

/** A date that cannot be read is later than any consent. */
function isLater(consentedAt: number | null, { sdate, udate }: Membership): boolean {
  const left = Math.max(...[sdate, udate].flatMap((date) => (date ? Date.parse(date) : [])));
  return consentedAt !== null && consentedAt > left && Number.isFinite(left);
}
