import { logLines } from "#phrases/log-lines.ts";
import { removeContact } from "#server/active-campaign/remove-contact.ts";
import { claimRemoval, endRemoval, removeLater } from "#server/store/erasure/removals.ts";
import { findTrouble } from "./circuit-breaker.ts";
import type { StepResult, Work } from "./courier.ts";

const minRetryDelayMs = 60_000;
const maxRetryDelayMs = 60 * 60_000;

/** Removes one erased person at ActiveCampaign. */
export async function removeNextPerson(work: Work): Promise<StepResult> {
  const { database, clock, client, log } = work;
  const removal = await claimRemoval(database, clock());
  if (removal === undefined) return { kind: "nothing" };
  const outcome = await removeContact(client, removal);
  const now = clock();
  if (outcome.kind === "removed") {
    if (outcome.leftOther) log.warn(logLines.otherContactKept);
    await endRemoval(database, removal, now);
    return { kind: "done" };
  }
  log.warn({ outcome }, logLines.removalFailed);
  // The longer a removal has failed, the longer the courier waits before it tries the removal again.
  const ageMs = now - removal.queuedAt;
  const delayMs = Math.min(Math.max(ageMs, minRetryDelayMs), maxRetryDelayMs);
  await removeLater(database, removal, now + delayMs);
  if (outcome.kind === "rate-limited" || outcome.kind === "interrupted") return outcome;
  const trouble = await findTrouble(work);
  return trouble.kind === "answers" ? { kind: "done" } : trouble;
}
