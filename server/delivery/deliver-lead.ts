import type { ClaimedLead } from "#server/storage/deliveries/claims.ts";
import { hadUnsubscribed } from "#server/storage/deliveries/deliveries.ts";
import {
  type DeliveryOutcome,
  type Reading,
  readAnswer,
  troubleOf,
} from "./active-campaign/answers.ts";
import { syncContact } from "./active-campaign/contact.ts";
import type { Caller } from "./active-campaign/rate-limited-client.ts";
import { subscribe } from "./active-campaign/subscription.ts";
import type { TagIds } from "./active-campaign/tags.ts";

export type Target = { list: string | undefined; tags: string[]; tagIds: TagIds };

type Stumble = Exclude<Reading, { kind: "done" }>;

/** Sync, list, tags: each step can be repeated without harm, so a try that broke off starts from the beginning. */
export async function deliverLead(
  call: Caller,
  target: Target,
  lead: ClaimedLead,
): Promise<DeliveryOutcome> {
  const first = await deliverOnce(call, target, lead);
  if (first.kind !== "gone") return first;
  // Deleted or merged meanwhile, contact or tag: what we knew of them is no longer true.
  const second = await deliverOnce(call, target, lead);
  return second.kind === "gone" ? { kind: "needs-resync", reason: second.reason } : second;
}

async function deliverOnce(
  call: Caller,
  target: Target,
  lead: ClaimedLead,
): Promise<DeliveryOutcome | { kind: "gone"; reason: string }> {
  const contact = await syncContact(call, lead);
  if (contact.kind !== "contact") return contact;
  const { id, notes } = contact;
  if (target.list !== undefined) {
    const { list } = target;
    const listed = await subscribe(call, { contact: id, list });
    if (listed.kind === "had-unsubscribed") notes.push(hadUnsubscribed);
    else if (listed.kind !== "subscribed") return stumble(listed);
  }
  const untagged = await addTags(call, target, id);
  return untagged ? stumble(untagged) : { kind: "delivered", contactId: id, notes };
}

function stumble(reading: Stumble) {
  return reading.kind === "gone" ? reading : troubleOf(reading);
}

async function addTags(
  call: Caller,
  { tags, tagIds }: Target,
  contact: string,
): Promise<Stumble | undefined> {
  for (const name of tags) {
    const stumbled = await addTag(call, tagIds, { name, contact });
    if (stumbled === undefined) continue;
    // The tag may have been deleted at ActiveCampaign: the next try looks its id up again.
    if (stumbled.kind === "gone" || stumbled.kind === "refused") tagIds.forget();
    return stumbled;
  }
  return undefined;
}

async function addTag(
  call: Caller,
  tagIds: TagIds,
  { name, contact }: { name: string; contact: string },
): Promise<Stumble | undefined> {
  const tag = await tagIds.find(call, name);
  if (tag.kind !== "tag") return tag;
  const body = { contactTag: { contact, tag: tag.id } };
  const reading = readAnswer(await call({ method: "POST", path: "/contactTags", body }));
  return reading.kind === "done" ? undefined : reading;
}
