import { alarms } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import {
  type AnswerFailure,
  type DeliveryOutcome,
  deliveryFailureOf,
  readAnswer,
} from "#server/active-campaign/answers.ts";
import { syncContact } from "#server/active-campaign/contact.ts";
import type { PacedClient } from "#server/active-campaign/paced-client.ts";
import { subscribe } from "#server/active-campaign/subscription.ts";
import { tagsFor } from "#server/active-campaign/tags.ts";
import { type ClaimedLead, claimNext } from "#server/store/deliveries/claims.ts";
import { hadUnsubscribed, recordDelivery } from "#server/store/deliveries/deliveries.ts";
import { recordOf } from "./delivery-record.ts";
import { findCause, hasUnclearCause } from "./failure-cause.ts";
import type { StepDeps, StepResult, Target } from "./step.ts";

/**
 * Delivers one lead individually, not with an import. With `individually` only a lead that must not travel with an
 * import is taken.
 */
export async function deliverNextLead(
  deps: StepDeps,
  which: "all" | "individually",
): Promise<StepResult> {
  const { database, clock, client, target, random, log, earlierTries } = deps;
  const claim = await claimNext(database, await clock(), which);
  if (claim === undefined) return { kind: "nothing" };
  const subject = claim.leadId;
  const continuing = earlierTries.continueWith(subject, client);
  const tried = await deliverLead(continuing, target, claim.lead);
  if (tried.kind === "delivered") earlierTries.forget(subject);
  const outcome = hasUnclearCause(tried)
    ? await findCause(deps, tried, { subject, tries: claim.attempts })
    : tried;
  const now = await clock();
  const record = recordOf(outcome, claim, { now, random });
  await recordDelivery(database, claim, record, now);
  const { alarm, message } = alarms.leadParked;
  if (record.state === "parked") log.error({ alarm, lead: subject, outcome }, message);
  else if (isLoggedHere(outcome)) log.warn({ lead: subject, outcome }, logLines.deliveryFailed);
  return outcome.kind === "delivered" ? { kind: "done", subject } : { ...outcome, subject };
}

/** True for a failure that concerns only one lead. Failures that stop all deliveries are logged by circuit-breaker.ts. */
function isLoggedHere({ kind }: DeliveryOutcome): boolean {
  return kind === "retry-later" || kind === "needs-resync" || kind === "refused";
}

/** Syncs the contact, subscribes it to the list and adds the tags. Every request can be repeated without harm. */
async function deliverLead(
  client: PacedClient,
  target: Target,
  lead: ClaimedLead,
): Promise<DeliveryOutcome> {
  const first = await deliverOnce(client, target, lead);
  if (first.kind !== "not-found") return first;
  // The contact or a tag was deleted or merged after its id was read, so the delivery does a second round, which reads
  // the ids again.
  const second = await deliverOnce(client, target, lead);
  return second.kind === "not-found" ? { kind: "needs-resync", reason: second.reason } : second;
}

async function deliverOnce(
  client: PacedClient,
  target: Target,
  lead: ClaimedLead,
): Promise<DeliveryOutcome | { kind: "not-found"; reason: string }> {
  const contact = await syncContact(client, lead);
  if (contact.kind !== "synced") return contact;
  const { id, notes } = contact;
  if (target.list !== undefined) {
    const subscribed = await subscribe(client, { contact: id, list: target.list });
    if (subscribed.kind === "had-unsubscribed") notes.push(hadUnsubscribed);
    else if (subscribed.kind !== "subscribed") return failureOf(subscribed);
  }
  const failure = await addTags(client, target, { id, tags: tagsFor(target, lead) });
  return failure ? failureOf(failure) : { kind: "delivered", contactId: id, notes };
}

function failureOf(failure: AnswerFailure) {
  return failure.kind === "not-found" ? failure : deliveryFailureOf(failure);
}

async function addTags(
  client: PacedClient,
  { tagIds }: Target,
  contact: { id: string; tags: readonly string[] },
): Promise<AnswerFailure | undefined> {
  for (const name of contact.tags) {
    const tag = await tagIds.find(client, name);
    const added = tag.kind === "tag" ? await addTag(client, contact.id, tag.id) : tag;
    if (added.kind === "done") continue;
    // The tag may have been deleted at ActiveCampaign, so the next try looks up the ids of all tags again.
    if (added.kind === "not-found" || added.kind === "refused") tagIds.forget();
    return added;
  }
  return undefined;
}

async function addTag(client: PacedClient, contact: string, tag: string) {
  const body = { contactTag: { contact, tag } };
  return readAnswer(await client({ method: "POST", path: "/contactTags", body }));
}
