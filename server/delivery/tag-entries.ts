import { hourMs, minuteMs } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import { tagEntered } from "#server/active-campaign/contact.ts";
import { dueEntry, setTagDue } from "#server/store/deliveries/entries.ts";
import { findTrouble } from "./circuit-breaker.ts";
import type { StepResult, Work } from "./courier.ts";

/**
 * Gives one person who entered the class the tag for it. The delivery stays as it is: a late tag is no late lead. A contact
 * that is no longer at ActiveCampaign gets none.
 */
export async function tagNextEntry(work: Work): Promise<StepResult> {
  const { database, clock, client, target, log } = work;
  const entry = await dueEntry(database, clock());
  if (entry === undefined) return { kind: "nothing" };
  const outcome = await tagEntered(client, target, entry);
  if (outcome.kind === "tagged" || outcome.kind === "gone") {
    await setTagDue(database, entry, null);
    return { kind: "done" };
  }
  if (outcome.kind === "interrupted") return outcome;
  log.warn({ outcome }, logLines.entryNotTagged);
  // The longer it has failed, the longer the next try waits.
  const now = clock();
  const delayMs = Math.min(Math.max(now - entry.at, minuteMs), hourMs);
  await setTagDue(database, entry, now + delayMs);
  if (outcome.kind === "rate-limited") return outcome;
  return (await findTrouble(work)) ?? { kind: "done" };
}
