import { hasRoomForImport } from "#server/store/courier/request-slots.ts";
import { countImportable } from "#server/store/deliveries/import-claims.ts";
import { deliverNextLead } from "./deliver-lead.ts";
import { checkNextImport, sendNextImport } from "./import-steps.ts";
import { removeNextPerson } from "./removal-step.ts";
import type { Step, StepDeps, StepResult } from "./step.ts";

/**
 * The most due leads that are sent individually. More leads travel with an import, because a lead sent individually
 * takes three requests.
 */
export const maxIndividually = 50;

/**
 * A single lead comes before imports and removals in two cases: in the last step of each pass (`leadFirst`), so that
 * they cannot keep leads waiting for ever; and while the circuit is probed (`probing`), because an import or a removal
 * may be the very request that fails.
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
  // While ActiveCampaign's importer has no room for another import, the courier takes the other steps, like removals,
  // without waiting.
  const sending = many && (await hasRoomForImport(database, now)) ? [sendNextImport] : [];
  const others: Step[] = [removeNextPerson, ...sending, checkNextImport];
  for (const step of leadFirst || probing ? [lead, ...others] : [...others, lead]) {
    const result = await step(deps);
    if (result.kind !== "nothing") return result;
  }
  return { kind: "nothing" };
}
