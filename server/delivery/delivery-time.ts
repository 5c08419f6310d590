import { maxImportsPerMinute, requestsPerSecond } from "#server/store/courier/request-slots.ts";
import { maxImportSize } from "#server/store/deliveries/import-claims.ts";
import { maxIndividually } from "./next-step.ts";
import type { Target } from "./step.ts";

/** One request sends the import, and one asks for its result. */
const requestsPerImport = 2;
const requestsPerMinute = requestsPerSecond * 60;

/**
 * How many minutes the courier needs for these leads at least, within ActiveCampaign's limits, if it has no others.
 * `individually` are the leads that may not travel with an import.
 */
export function minutesToDeliver(
  { importable, individually }: { importable: number; individually: number },
  target: Pick<Target, "list" | "tags">,
): number {
  const travelling = importable > maxIndividually ? importable : 0;
  const single = individually + importable - travelling;
  const imports = Math.ceil(travelling / maxImportSize);
  const requests = imports * requestsPerImport + single * requestsPerLead(target);
  return Math.ceil(Math.max(requests / requestsPerMinute, imports / maxImportsPerMinute));
}

/** Syncs the contact, looks up and sets its list, and adds each tag. */
function requestsPerLead({ list, tags }: Pick<Target, "list" | "tags">): number {
  return 1 + (list === undefined ? 0 : 2) + tags.length;
}
