import { hasRoomForImport } from "#server/storage/courier/request-slots.ts";
import { countImportable } from "#server/storage/deliveries/import-claims.ts";
import { deliverNextLead } from "./deliver-lead.ts";
import { checkNextImport, sendNextImport } from "./import-steps.ts";
import { removeNextPerson } from "./removal-step.ts";
import type { Step, StepDeps, StepResult } from "./step.ts";

/** If more leads than this are due, they travel with an import: a lead sent individually takes three requests. */
const maxIndividually = 50;

/**
 * A single lead comes before everything else in two cases: now and then (`leadFirst`), so that other work cannot keep leads
 * waiting for ever; and while the circuit is probed (`probing`), because other work may be the very thing that fails.
 */
export type StepOrder = { leadFirst: boolean; probing: boolean };

/** Takes the most urgent step for which something is due. */
export async function takeNextStep(
  deps: StepDeps,
  { leadFirst, probing }: StepOrder,
): Promise<StepResult> {
  const { database, clock } = deps;
  const now = await clock();
  const many = (await countImportable(database, now, maxIndividually + 1)) > maxIndividually;
  const lead: Step = (given) => deliverNextLead(given, many && !probing ? "individually" : "all");
  // While the importer has no room, the other steps do not wait for it.
  const sending = many && (await hasRoomForImport(database, now)) ? [sendNextImport] : [];
  const others: Step[] = [removeNextPerson, ...sending, checkNextImport];
  for (const step of leadFirst || probing ? [lead, ...others] : [...others, lead]) {
    const result = await step(deps);
    if (result.kind !== "nothing") return result;
  }
  return { kind: "nothing" };
}
