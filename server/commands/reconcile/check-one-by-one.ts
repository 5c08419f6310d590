import { reconcileRemote as phrases } from "#phrases/commands/reconcile.ts";
import { createProgress } from "#server/commands/printing/progress.ts";
import type { DeliveredPerson } from "#server/store/deliveries/delivered.ts";
import { type Check, type Counts, checkPerson } from "./check-person.ts";

const progressIntervalMs = 10_000;
/** The check stops when this many people in a row get no clear result: the cause is then ActiveCampaign. */
const maxUnclearInARow = 5;

/** Checks these people with three requests each. */
export async function checkOneByOne(
  check: Check,
  counts: Counts,
  people: readonly DeliveredPerson[],
): Promise<void> {
  const progress = createProgress(check.io, phrases.progress.people, progressIntervalMs);
  let unclearInARow = 0;
  for (const person of people) {
    const finding = await checkPerson(check, counts, person);
    progress(counts.checked);
    unclearInARow = finding.kind === "unclear" ? unclearInARow + 1 : 0;
    if (finding.kind !== "unclear" || unclearInARow < maxUnclearInARow) continue;
    counts.stopped = finding.reason;
    return;
  }
}
