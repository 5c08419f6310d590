import { logLines } from "#phrases/log-lines.ts";
import { readImportResult, sendImport } from "#server/active-campaign/bulk-import.ts";
import type { Target } from "#server/active-campaign/contact.ts";
import { courierPerSecond, readWith } from "#server/active-campaign/paced-client.ts";
import { maxIndividually } from "#server/store/courier/look.ts";
import {
  checkAgain,
  claimImport,
  dueImport,
  endImport,
  leadsOfImport,
  leaveImport,
  maxImportSize,
  type QueuedImport,
  queueImport,
} from "#server/store/deliveries/imports.ts";
import { findTrouble } from "./circuit-breaker.ts";
import type { StepResult, Work } from "./courier.ts";
import { describeOutcome } from "./deliver-lead.ts";

const firstCheckMs = 2_000;
const maxCheckDelayMs = 60_000;
/** ActiveCampaign may never complete such an import: the courier checks it less often, and in the end gives it up. */
const overdueAfterMs = 10 * 60_000;
const givenUpAfterMs = 60 * 60_000;

/** Sends as many leads as may travel in one import. */
export async function sendNextImport(work: Work): Promise<StepResult> {
  const { database, clock, client, target, log } = work;
  const claimed = await claimImport(database, clock());
  if (claimed === undefined) return { kind: "nothing" };
  const { id, leads } = claimed;
  const { accepted, individually, failure } = await sendImport(client, target, leads);
  const now = clock();
  const refused = { leadIds: individually, individually: true, lastOutcome: "import refused" };
  await leaveImport(database, id, { ...refused, now });
  if (failure !== undefined) {
    const settled = new Set([...individually, ...accepted.flatMap(({ leadIds }) => leadIds)]);
    const leadIds = leads.map((lead) => lead.id).filter((lead) => !settled.has(lead));
    const lastOutcome = describeOutcome(failure);
    await leaveImport(database, id, { leadIds, individually: false, lastOutcome, now });
  }
  await queueImport(database, id, { batches: accepted, now, checkAt: now + firstCheckMs });
  if (failure !== undefined || individually.length > 0)
    log.warn({ outcome: failure, size: leads.length }, logLines.importFailed);
  return failure ?? { kind: "done" };
}

/** Checks the import whose check has been due for the longest time. */
export async function checkNextImport(work: Work): Promise<StepResult> {
  const queued = await dueImport(work.database, work.clock());
  if (queued === undefined) return { kind: "nothing" };
  const result = await readImportResult(readWith(work.client), queued.batch);
  switch (result.kind) {
    case "completed":
      await closeImport(work, queued, result);
      return { kind: "done" };
    case "under-way":
      await checkLater(work, queued);
      return { kind: "done" };
    case "rate-limited":
    case "interrupted":
      return result;
    case "not-found":
    case "refused":
    case "retry-later":
    case "account-refused": {
      const trouble = await findTrouble(work);
      // In trouble the import stays due for a check, until the courier delivers again.
      if (trouble.kind !== "answers") return trouble;
      await checkLater(work, queued);
      return { kind: "done" };
    }
  }
}

/**
 * Ends an import: leads whose e-mail failed in it are sent individually. If the numbers of contacts do not add up, all
 * leads of the import are.
 */
async function closeImport(
  { database, clock, log }: Work,
  { id, size }: QueuedImport,
  { arrived, failed }: { arrived: number; failed: ReadonlySet<string> },
): Promise<void> {
  const now = clock();
  const leads = await leadsOfImport(database, id);
  const hasFailed = ({ email }: { email: string }) => failed.has(email.toLowerCase());
  const complete = arrived + failed.size >= size && leads.filter(hasFailed).length === failed.size;
  if (!complete) log.warn({ size, arrived }, logLines.importIncomplete);
  const leadIds = leads.filter((lead) => !complete || hasFailed(lead)).map(({ leadId }) => leadId);
  const lastOutcome = "import failed";
  await leaveImport(database, id, { leadIds, now, individually: true, lastOutcome });
  await endImport(database, id, now);
}

async function checkLater(work: Work, queued: QueuedImport): Promise<void> {
  const now = work.clock();
  const age = now - queued.sentAt;
  if (age > givenUpAfterMs) {
    work.log.error(logLines.importNeverCompleted);
    return closeImport(work, queued, { arrived: 0, failed: new Set() });
  }
  const delay = Math.min(firstCheckMs * 2 ** queued.checks, maxCheckDelayMs);
  await checkAgain(work.database, queued.id, now + (age > overdueAfterMs ? overdueAfterMs : delay));
}

/** One request sends the import, and one asks for its result. */
const requestsPerImport = 2;
const importsPerMinute = 100;

/**
 * How many minutes the courier needs for these leads at least, within ActiveCampaign's limits, if it has no others.
 * `individually` are the leads that may not travel with an import.
 */
export function minutesToDeliver(
  { importable, individually }: { importable: number; individually: number },
  { list, tags }: Pick<Target, "list" | "tags">,
): number {
  const travelling = importable > maxIndividually ? importable : 0;
  const single = individually + importable - travelling;
  const imports = Math.ceil(travelling / maxImportSize);
  // Each lead: one request syncs the contact, two look up and set its list, and one adds each tag.
  const perLead = 1 + (list === undefined ? 0 : 2) + tags.length;
  const requests = imports * requestsPerImport + single * perLead;
  return Math.ceil(Math.max(requests / (courierPerSecond * 60), imports / importsPerMinute));
}
