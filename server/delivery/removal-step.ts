import { logLines } from "#phrases/log-lines.ts";
import { removeContact } from "#server/active-campaign/remove-contact.ts";
import { claimRemoval, endRemoval, removeLater } from "#server/store/erasure/removals.ts";
import { findCause, hasUnclearCause } from "./failure-cause.ts";
import type { StepDeps, StepResult } from "./step.ts";

const minRetryDelayMs = 60_000;
const maxRetryDelayMs = 60 * 60_000;

/** Removes one erased person at ActiveCampaign. */
export async function removeNextPerson(deps: StepDeps): Promise<StepResult> {
  const { database, clock, client, log } = deps;
  const removal = await claimRemoval(database, await clock());
  if (removal === undefined) return { kind: "nothing" };
  const removed = await removeContact(client, removal);
  const subject = "removal";
  const outcome = hasUnclearCause(removed)
    ? await findCause(deps, removed, { subject, tries: Infinity })
    : removed;
  const now = await clock();
  if (outcome.kind === "removed") {
    if (outcome.leftOther) log.warn(logLines.otherContactKept);
    await endRemoval(database, removal, now);
    return { kind: "done", subject };
  }
  log.warn({ outcome }, logLines.removalFailed);
  await removeLater(database, removal, now + retryDelayMs(now - removal.queuedAt));
  return { ...outcome, subject };
}

/** The longer a removal at ActiveCampaign has failed, the longer the courier waits before it tries the removal again. */
function retryDelayMs(ageMs: number): number {
  return Math.min(Math.max(ageMs, minRetryDelayMs), maxRetryDelayMs);
}
