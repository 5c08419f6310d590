import { logLines } from "#phrases/log-lines.ts";
import { type SentImport, sendImport } from "#server/active-campaign/bulk-import.ts";
import { readImportResult } from "#server/active-campaign/import-result.ts";
import { readWith } from "#server/active-campaign/paced-client.ts";
import { claimImport, type Import } from "#server/store/deliveries/import-claims.ts";
import {
  checkAgain,
  dueImport,
  endImport,
  type Leaving,
  leadsOfImport,
  leaveImport,
  type QueuedImport,
  queueImport,
} from "#server/store/deliveries/imports.ts";
import { describeOutcome } from "./delivery-record.ts";
import { findCause, hasUnclearCause } from "./failure-cause.ts";
import type { StepDeps, StepResult } from "./step.ts";

const subject = "import";
const firstCheckMs = 2_000;
const maxCheckDelayMs = 60_000;
/**
 * After this many milliseconds without a result, ActiveCampaign may never complete an import: the courier checks it
 * less often, and in the end gives it up.
 */
const overdueAfterMs = 10 * 60_000;
const givenUpAfterMs = 60 * 60_000;
/**
 * After this many refused imports that contained a lead, the lead is sent individually: it may be the cause of the
 * refusals.
 */
const maxImportTries = 3;

/** Sends as many leads as may travel in one import. */
export async function sendNextImport(deps: StepDeps): Promise<StepResult> {
  const { database, clock, client, target } = deps;
  const claimed = await claimImport(database, await clock());
  if (claimed === undefined) return { kind: "nothing" };
  const sent = await sendImport(client, target, claimed.leads);
  await recordImport(deps, claimed, sent);
  const { outcome } = sent;
  return outcome.kind === "queued" ? { kind: "done", subject } : { ...outcome, subject };
}

async function recordImport(
  { database, clock, log }: StepDeps,
  { id, leads }: Import,
  { outcome, refused, leftOver, setAside }: SentImport,
): Promise<void> {
  const now = await clock();
  const leave = (leaving: Omit<Leaving, "dueAt">) =>
    leaveImport(database, id, { dueAt: now, ...leaving });
  await leave({ leadIds: leftOver, individually: false, lastOutcome: "import full", tried: false });
  await leave({ leadIds: refused, individually: true, lastOutcome: "import refused", tried: true });
  await leave({
    leadIds: setAside,
    individually: { afterTries: maxImportTries },
    lastOutcome: "import refused",
    tried: true,
  });
  if (outcome.kind === "queued") {
    const size = leads.length - leftOver.length - refused.length - setAside.length;
    return queueImport(database, id, { batch: outcome.batch, size, checkAt: now + firstCheckMs });
  }
  log.warn({ outcome, size: leads.length }, logLines.importFailed);
  // After a refusal, the leads of the import are sent individually. After any other failure they travel with the next
  // import, because the leads are not its cause.
  const isRefused = outcome.kind === "refused";
  await leave({
    leadIds: leads.map((lead) => lead.id),
    individually: isRefused,
    lastOutcome: describeOutcome(outcome),
    tried: isRefused,
  });
}

/** Checks the import whose check has been due for the longest time. */
export async function checkNextImport(deps: StepDeps): Promise<StepResult> {
  const { database, clock, client } = deps;
  const queued = await dueImport(database, await clock());
  if (queued === undefined) return { kind: "nothing" };
  const result = await readImportResult(readWith(client), queued.batch);
  const outcome = hasUnclearCause(result)
    ? await findCause(deps, result, { subject, tries: Infinity })
    : result;
  switch (outcome.kind) {
    case "completed":
      await closeImport(deps, queued, outcome);
      return { kind: "done", subject };
    case "under-way":
    case "not-found":
    case "refused":
      await checkLater(deps, queued);
      return { kind: "done", subject };
    case "retry-later":
      await checkLater(deps, queued);
      return { ...outcome, subject };
    case "needs-resync":
    case "parked":
    case "rate-limited":
    case "account-refused":
    case "unavailable":
    case "interrupted":
      // This failure stops all deliveries. The import stays due for a check, and is checked as soon as the courier
      // delivers again.
      return { ...outcome, subject };
  }
}

/**
 * Ends an import: leads whose e-mail failed in it are due again. If the numbers of contacts do not add up, all leads of
 * the import are sent individually.
 */
async function closeImport(
  { database, clock, log }: StepDeps,
  { id, size }: QueuedImport,
  { arrived, failed }: { arrived: number; failed: ReadonlySet<string> },
): Promise<void> {
  const now = await clock();
  const leads = await leadsOfImport(database, id);
  const hasFailed = ({ email }: { email: string }) => failed.has(email.toLowerCase());
  const complete = arrived + failed.size >= size && leads.filter(hasFailed).length === failed.size;
  if (!complete) log.warn({ size, arrived }, logLines.importIncomplete);
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

async function checkLater(deps: StepDeps, queued: QueuedImport): Promise<void> {
  const now = await deps.clock();
  const age = now - queued.sentAt;
  if (age > givenUpAfterMs) {
    deps.log.error(logLines.importNeverCompleted);
    return closeImport(deps, queued, { arrived: 0, failed: new Set() });
  }
  const delay = Math.min(firstCheckMs * 2 ** queued.checks, maxCheckDelayMs);
  await checkAgain(deps.database, queued.id, now + (age > overdueAfterMs ? overdueAfterMs : delay));
}
