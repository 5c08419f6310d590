import { hasRoomForImport } from "#server/storage/courier/request-slots.ts";
import { type Claim, claimNext } from "#server/storage/deliveries/claims.ts";
import { recordDelivery } from "#server/storage/deliveries/deliveries.ts";
import { countImportable } from "#server/storage/deliveries/import-claims.ts";
import { claimRemoval, endRemoval, removeLater } from "#server/storage/erasure/removals.ts";
import type { DeliveryOutcome } from "./active-campaign/answers.ts";
import { removeContact } from "./active-campaign/remove-contact.ts";
import { deliverLead } from "./deliver-lead.ts";
import { recordOf } from "./delivery-record.ts";
import { checkImport, shipImport } from "./import-steps.ts";
import { isFailure, judge } from "./judge.ts";
import type { Step, StepDeps, StepResult } from "./step.ts";

/** From here on leads travel together: one by one they would take three requests each. */
const mostAlone = 50;
const shortestRemovalRestMs = 60_000;
const longestRemovalRestMs = 60 * 60_000;

/**
 * One lead before anything else: now and then, so that nothing keeps leads waiting for ever; and where a closed lane
 * is looked at, as whatever else is due may be the very thing that fails.
 */
export type Order = { leadFirst: boolean; probing: boolean };

/** The most urgent thing that is due, done and written down. */
export async function takeStep(deps: StepDeps, { leadFirst, probing }: Order): Promise<StepResult> {
  const { database, clock } = deps;
  const now = await clock();
  const many = (await countImportable(database, now, mostAlone + 1)) > mostAlone;
  const lead: Step = (given) => deliverNext(given, many && !probing ? "individually" : "all");
  // While the importer has no room, nobody waits for it.
  const shipping = many && (await hasRoomForImport(database, now)) ? [shipImport] : [];
  const others: Step[] = [removeNext, ...shipping, checkImport];
  for (const step of leadFirst || probing ? [lead, ...others] : [...others, lead]) {
    const result = await step(deps);
    if (result.kind !== "nothing") return result;
  }
  return { kind: "nothing" };
}

async function removeNext({ database, clock, call, log, failures }: StepDeps): Promise<StepResult> {
  const removal = await claimRemoval(database, await clock());
  if (removal === undefined) return { kind: "nothing" };
  const removed = await removeContact(call, removal);
  const subject = "removal";
  const outcome = isFailure(removed)
    ? await judge({ call, failures }, removed, { subject, tries: Infinity })
    : removed;
  const now = await clock();
  if (outcome.kind === "removed") {
    if (outcome.leftOther) log.warn(otherAddress);
    await endRemoval(database, removal, now);
    return { kind: "done", subject };
  }
  log.warn({ outcome }, "A removal failed and will be tried again.");
  await removeLater(database, removal, now + removalRestMs(now - removal.queuedAt));
  return { ...outcome, subject };
}

const otherAddress =
  "The contact id of an erased person now belongs to another address: that contact was not removed.";

/** The longer it has failed, the longer it rests. */
function removalRestMs(ageMs: number): number {
  return Math.min(Math.max(ageMs, shortestRemovalRestMs), longestRemovalRestMs);
}

async function deliverNext(deps: StepDeps, which: "all" | "individually"): Promise<StepResult> {
  const { database, clock, call, target, random, failures, progress } = deps;
  const claim = await claimNext(database, await clock(), which);
  if (claim === undefined) return { kind: "nothing" };
  const subject = claim.leadId;
  const tried = await deliverLead(progress.goOn(subject, call), target, claim.lead);
  if (tried.kind === "delivered") progress.forget(subject);
  const outcome = isFailure(tried)
    ? await judge({ call, failures }, tried, { subject, tries: claim.attempts })
    : tried;
  const now = await clock();
  const record = recordOf(outcome, claim, { now, random });
  await recordDelivery(database, claim, record, now);
  if (record.state === "parked") tellOperator(deps, claim, outcome);
  else tell(deps, claim, outcome);
  return outcome.kind === "delivered" ? { kind: "done", subject } : { ...outcome, subject };
}

function tellOperator({ log }: StepDeps, { leadId }: Claim, outcome: DeliveryOutcome): void {
  const about = { lead: leadId, outcome };
  log.error(about, "A delivery was refused and waits for the operator.");
}

/** What stops the whole lane is told with the lane. */
function tell({ log }: StepDeps, { leadId }: Claim, outcome: DeliveryOutcome): void {
  switch (outcome.kind) {
    case "retry-later":
    case "needs-resync":
    case "refused":
      log.warn({ lead: leadId, outcome }, "A delivery failed and will be tried again.");
      break;
    default:
  }
}
