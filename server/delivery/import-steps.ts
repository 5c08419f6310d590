import { claimImport, type Import } from "#server/storage/deliveries/import-claims.ts";
import {
  checkAgain,
  dueImport,
  endImport,
  type Leaving,
  leadsOfImport,
  leaveImport,
  type QueuedImport,
  queueImport,
} from "#server/storage/deliveries/imports.ts";
import { type Shipment, sendImport } from "./active-campaign/bulk-import.ts";
import { askImport } from "./active-campaign/import-info.ts";
import { described } from "./delivery-record.ts";
import { isFailure, judge } from "./judge.ts";
import type { StepDeps, StepResult } from "./step.ts";

const subject = "import";
const firstCheckMs = 2_000;
const longestCheckRestMs = 60_000;
/** One that isn't done by then may never be: it is looked at now and then, and given up in the end. */
const overdueAfterMs = 10 * 60_000;
const givenUpAfterMs = 60 * 60_000;
/** After so many imports that were not taken, whatever is wrong with them may be wrong with one of their leads. */
const mostTogether = 3;

/** Sends as many as may travel together. */
export async function shipImport(deps: StepDeps): Promise<StepResult> {
  const { database, clock, call, target } = deps;
  const claimed = await claimImport(database, await clock());
  if (claimed === undefined) return { kind: "nothing" };
  const shipment = await sendImport(call, target, claimed.leads);
  await recordShipment(deps, claimed, shipment);
  const { outcome } = shipment;
  return outcome.kind === "queued" ? { kind: "done", subject } : { ...outcome, subject };
}

async function recordShipment(
  { database, clock, log }: StepDeps,
  { id, leads }: Import,
  { outcome, refused, left, spared }: Shipment,
): Promise<void> {
  const now = await clock();
  const leave = (leaving: Omit<Leaving, "dueAt">) =>
    leaveImport(database, id, { dueAt: now, ...leaving });
  await leave({ leadIds: left, individually: false, lastOutcome: "import full", tried: false });
  await leave({ leadIds: refused, individually: true, lastOutcome: "import refused", tried: true });
  const afterTries = mostTogether;
  await leave({
    leadIds: spared,
    individually: { afterTries },
    lastOutcome: "import refused",
    tried: true,
  });
  if (outcome.kind === "queued") {
    const size = leads.length - left.length - refused.length - spared.length;
    return queueImport(database, id, { batch: outcome.batch, size, checkAt: now + firstCheckMs });
  }
  log.warn({ outcome, size: leads.length }, "An import was not taken: its leads go on otherwise.");
  const own = outcome.kind === "refused";
  const leadIds = leads.map((lead) => lead.id);
  await leave({ leadIds, individually: own, lastOutcome: described(outcome), tried: own });
}

/** Asks what became of the import that has waited longest for it. */
export async function checkImport(deps: StepDeps): Promise<StepResult> {
  const { database, clock, call, failures } = deps;
  const queued = await dueImport(database, await clock());
  if (queued === undefined) return { kind: "nothing" };
  const asked = await askImport(call, queued.batch);
  const info = isFailure(asked)
    ? await judge({ call, failures }, asked, { subject, tries: Infinity })
    : asked;
  switch (info.kind) {
    case "completed":
      await closeImport(deps, queued, info);
      return { kind: "done", subject };
    case "under-way":
    case "gone":
    case "refused":
      await lookLater(deps, queued);
      return { kind: "done", subject };
    case "retry-later":
      await lookLater(deps, queued);
      return { ...info, subject };
    default:
      // The failure is about all leads. When deliveries go on, this import comes first.
      return { ...info, subject };
  }
}

/** Every address is known as arrived or failed; where it doesn't add up, each is confirmed by itself. */
async function closeImport(
  { database, clock, log }: StepDeps,
  { id, size }: QueuedImport,
  { arrived, failed }: { arrived: number; failed: ReadonlySet<string> },
): Promise<void> {
  const now = await clock();
  const leads = await leadsOfImport(database, id);
  const hasFailed = ({ email }: { email: string }) => failed.has(email.toLowerCase());
  const complete = arrived + failed.size >= size && leads.filter(hasFailed).length === failed.size;
  if (!complete) log.warn({ size, arrived }, "An import is short: its leads are delivered alone.");
  const leadIds = leads.filter((lead) => !complete || hasFailed(lead)).map(({ leadId }) => leadId);
  const lastOutcome = "import failed";
  await leaveImport(database, id, {
    leadIds,
    dueAt: now,
    individually: true,
    lastOutcome,
    tried: true,
  });
  await endImport(database, id, now);
}

async function lookLater(deps: StepDeps, queued: QueuedImport): Promise<void> {
  const now = await deps.clock();
  const age = now - queued.sentAt;
  if (age > givenUpAfterMs) {
    deps.log.error("An import was never completed: its leads are delivered alone.");
    return closeImport(deps, queued, { arrived: 0, failed: new Set() });
  }
  const wait = Math.min(firstCheckMs * 2 ** queued.checks, longestCheckRestMs);
  await checkAgain(deps.database, queued.id, now + (age > overdueAfterMs ? overdueAfterMs : wait));
}
