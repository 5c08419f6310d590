import { logLines } from "#phrases/log-lines.ts";
import { tagEntered } from "#server/active-campaign/contact.ts";
import { dueEntry, setTagDue } from "#server/store/deliveries/entries.ts";
import { tryLater } from "./circuit-breaker.ts";
import type { StepResult, Work } from "./courier.ts";

/**
 * Gives one person who entered the class the tag for it. The delivery stays as it is: a late tag is no late lead. A contact
 * that is no longer at ActiveCampaign gets none.
 */
export async function tagNextEntry(work: Work): Promise<StepResult> {
  const { database, clock, client, target } = work;
  const entry = await dueEntry(database, clock());
  if (entry === undefined) return { kind: "nothing" };
  const outcome = await tagEntered(client, target, entry);
  if (outcome.kind === "done") {
    await setTagDue(database, entry, null);
    return outcome;
  }
  return tryLater(work, outcome, {
    line: logLines.entryNotTagged,
    since: entry.at,
    tryAt: (dueAt) => setTagDue(database, entry, dueAt),
  });
}
