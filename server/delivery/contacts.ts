import { logLines } from "#phrases/log-lines.ts";
import type { Answer } from "#server/active-campaign/answer.ts";
import { removeContact, tagEntered } from "#server/active-campaign/contact.ts";
import { dueEntry, setTagDue } from "#server/store/deliveries.ts";
import { claimRemoval, endRemoval, removeLater } from "#server/store/erasure.ts";
import { decide, laterMs, type Step, type Work } from "./failure-policy.ts";

/** Removes one erased person at ActiveCampaign. */
export async function removeNextPerson(work: Work): Promise<Step> {
  const { database, clock, client, log } = work;
  const removal = await claimRemoval(database, clock());
  if (removal === undefined) return undefined;
  const answer = await removeContact(client, removal);
  if (answer.kind === "done") {
    if (answer.body.leftOther) log.warn(logLines.otherContactKept);
    await endRemoval(database, removal, clock());
  }
  return decideLater(work, answer, {
    line: logLines.removalFailed,
    since: removal.queuedAt,
    tryAt: (dueAt) => removeLater(database, removal, dueAt),
  });
}

/**
 * Gives the contact of one person who entered the class the tag for this. The delivery stays as it is, because a late
 * tag is no late lead. A contact that is no longer at ActiveCampaign gets no tag.
 */
export async function tagNextEntry(work: Work): Promise<Step> {
  const { database, clock, client, target } = work;
  const entry = await dueEntry(database, clock());
  if (entry === undefined) return undefined;
  const answer = await tagEntered(client, target, entry);
  if (answer.kind === "done") await setTagDue(database, entry, null);
  return decideLater(work, answer, {
    line: logLines.entryNotTagged,
    since: entry.at,
    tryAt: (dueAt) => setTagDue(database, entry, dueAt),
  });
}

/** If the request failed, sets when to try it again: the longer the work has been due, the later. */
async function decideLater(
  work: Work,
  answer: Answer,
  { line, since, tryAt }: { line: string; since: number; tryAt: (dueAt: number) => Promise<void> },
): Promise<Step> {
  const { log, clock } = work;
  const decision = await decide(work, answer, undefined);
  if (answer.kind === "done") return decision;
  const now = clock();
  if (decision.account?.state !== "interrupted") log.warn({ outcome: answer.reason }, line);
  await tryAt(decision.fate === "wait" ? now : now + laterMs(now - since));
  return decision;
}
