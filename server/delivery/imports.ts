import * as v from "valibot";
import { logLines } from "#phrases/log-lines.ts";
import {
  activeCampaignId,
  bodyAs,
  type DeliveryFailure,
} from "#server/active-campaign/answer-outcomes.ts";
import { fieldsOf, type Target } from "#server/active-campaign/contact.ts";
import { bulkImportPath, type PacedClient } from "#server/active-campaign/paced-client.ts";
import { tagsFor } from "#server/active-campaign/tags.ts";
import {
  type Batch,
  checkAgain,
  claimImport,
  dueImport,
  endImport,
  type ImportedLead,
  leadsOfImport,
  leaveImport,
  type QueuedImport,
  queueImport,
} from "#server/store/deliveries/deliveries.ts";
import { askAccount, findTrouble } from "./circuit-breaker.ts";
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
  const found = await target.fieldIds.find(client.read);
  if (found.kind === "rate-limited" || found.kind === "interrupted") return found;
  // Without an answer the leads go without fields: if the account is silent, they stay here anyway.
  const ids = found.kind === "done" ? found.body : new Map<string, string>();
  const claimed = await claimImport(database, clock());
  if (claimed === undefined) return { kind: "nothing" };
  const { id, leads } = claimed;
  const sent = await sendBatches(
    work,
    leads.map((lead) => contactOf(lead, target, ids)),
  );
  const { accepted, individually, unsent, failure } = sent;
  const now = clock();
  const refused = { individually: true, lastOutcome: "import refused", now };
  await leaveImport(database, id, { ...refused, leadIds: individually });
  const lastOutcome = failure === undefined ? "" : describeOutcome(failure);
  await leaveImport(database, id, { leadIds: unsent, individually: false, lastOutcome, now });
  await queueImport(database, id, { batches: accepted, now, checkAt: now + firstCheckMs });
  if (failure !== undefined || individually.length > 0)
    log.warn({ outcome: failure, size: leads.length }, logLines.importFailed);
  return failure ?? { kind: "done" };
}

type SentBatches = {
  accepted: Batch[];
  /** ActiveCampaign refused exactly these leads, or a batch of few leads that contained them. */
  individually: number[];
  /** These leads could not be sent, because of the failure. */
  unsent: number[];
  failure?: DeliveryFailure;
};

type BatchContact = { leadId: number; body: { fields: unknown } & Record<string, unknown> };

/**
 * The fewest leads of a batch. ActiveCampaign suggests ten; only halves of a refused batch are smaller, so that few good
 * leads are sent individually beside a bad one.
 */
const minBatchSize = 5;

/** After this many refused batches of one import, what is left of it is sent individually. */
const maxRefusals = 20;
/** A batch without a useful answer counts for more: it may have taken the longest time that an answer may take. */
const refusalsPerSilence = 5;

/**
 * Sends leads together. A refused batch is halved and sent again, because one bad lead, or too many bytes, make
 * ActiveCampaign refuse all of it.
 */
async function sendBatches({ client, target }: Work, all: BatchContact[]): Promise<SentBatches> {
  const accepted: Batch[] = [];
  const individually: number[] = [];
  const waiting = [all];
  let refusals = 0;
  for (let contacts = waiting.pop(); contacts !== undefined; contacts = waiting.pop()) {
    if (contacts.length < minBatchSize || refusals >= maxRefusals) {
      individually.push(...idsOf(contacts));
      continue;
    }
    const sent = await sendBatch(client, contacts);
    switch (sent.kind) {
      case "accepted":
        accepted.push({ batch: sent.batch, leadIds: idsOf(contacts) });
        break;
      case "some-refused":
        refusals += 1;
        if (sent.at.size === contacts.length && contacts.some(({ body }) => body.fields)) {
          // All contacts are hardly bad: the account refuses a field that it has lost.
          waiting.push(contacts);
          for (const { body } of waiting.flat()) body.fields = undefined;
          target.fieldIds.forget();
          break;
        }
        individually.push(...idsOf(contacts.filter((_, index) => sent.at.has(index))));
        waiting.push(contacts.filter((_, index) => !sent.at.has(index)));
        break;
      case "not-accepted": {
        const half = Math.ceil(contacts.length / 2);
        // The last batch is sent first.
        waiting.push(contacts.slice(half), contacts.slice(0, half));
        refusals += sent.isSilence ? refusalsPerSilence : 1;
        break;
      }
      case "failed": {
        const unsent = idsOf([contacts, ...waiting].flat());
        return { accepted, individually, unsent, failure: sent.failure };
      }
    }
  }
  return { accepted, individually, unsent: [] };
}

/** The importer has names in snake case and tags by name, unlike all other routes. JSON leaves out what is undefined. */
function contactOf(
  lead: ImportedLead,
  target: Target,
  ids: ReadonlyMap<string, string>,
): BatchContact {
  const { fieldValues, firstName, lastName, ...others } = fieldsOf(lead, ids);
  const fields = fieldValues?.map(({ field, value }) => ({ id: Number(field), value }));
  const names = tagsFor(target, lead);
  const tags = names.length === 0 ? undefined : names;
  const subscribe = target.list === undefined ? undefined : [{ listid: Number(target.list) }];
  const body = { ...others, first_name: firstName, last_name: lastName, fields, tags, subscribe };
  return { leadId: lead.id, body };
}

function idsOf(contacts: readonly BatchContact[]): number[] {
  return contacts.map(({ leadId }) => leadId);
}

type BatchAnswer =
  | { kind: "accepted"; batch: string }
  | { kind: "some-refused"; at: ReadonlySet<number> }
  | { kind: "not-accepted"; isSilence: boolean }
  | { kind: "failed"; failure: DeliveryFailure };

const queuedAnswer = v.object({ batchId: activeCampaignId });
const refusedAnswer = v.object({ failureReasons: v.array(v.object({ contact: v.number() })) });

async function sendBatch(
  client: PacedClient,
  contacts: readonly BatchContact[],
): Promise<BatchAnswer> {
  const body = { contacts: contacts.map((contact) => contact.body) };
  const reading = await client.send("POST", bulkImportPath, body);
  if (reading.kind === "rate-limited" || reading.kind === "interrupted")
    return { kind: "failed", failure: reading };
  const queued = v.safeParse(queuedAnswer, reading.kind === "done" ? reading.body : undefined);
  if (queued.success) return { kind: "accepted", batch: queued.output.batchId };
  const refused = v.safeParse(refusedAnswer, reading.kind === "refused" ? reading.body : undefined);
  const named = refused.success ? refused.output.failureReasons.map(({ contact }) => contact) : [];
  const at = new Set(named.filter((index) => index >= 0 && index < contacts.length));
  if (at.size > 0) return { kind: "some-refused", at };
  const failure = await askAccount(client);
  return failure === undefined
    ? { kind: "not-accepted", isSilence: reading.kind === "retry-later" }
    : { kind: "failed", failure };
}

/** Checks the import whose check has been due for the longest time. */
export async function checkNextImport(work: Work): Promise<StepResult> {
  const queued = await dueImport(work.database, work.clock());
  if (queued === undefined) return { kind: "nothing" };
  const query = new URLSearchParams({ batchId: queued.batch });
  const reading = await work.client.read(`/import/info?${query}`);
  if (reading.kind === "rate-limited" || reading.kind === "interrupted") return reading;
  const info = bodyAs(reading, importInfo, "import without a status");
  // In trouble the import stays due for a check, until the courier delivers again.
  const trouble = info.kind === "done" ? undefined : await findTrouble(work);
  if (trouble !== undefined) return trouble;
  const result = info.kind === "done" ? resultOf(info.body) : undefined;
  if (result === undefined) await checkLater(work, queued);
  else await closeImport(work, queued, result);
  return { kind: "done" };
}

/** `failed` has e-mails in lower case. Of the contacts that arrived, ActiveCampaign tells only the number. */
type ImportResult = { arrived: number; failed: ReadonlySet<string> };

const importInfo = v.object({
  // ActiveCampaign reports the status `false` for a moment after an import was queued.
  status: v.union([v.string(), v.boolean()]),
  success: v.optional(v.array(v.unknown()), []),
  failure: v.optional(v.array(v.string()), []),
});

/** Undefined while the import is under way. */
function resultOf(info: v.InferOutput<typeof importInfo>): ImportResult | undefined {
  const { status, success, failure } = info;
  // An import that has ended, and of which no contact has arrived.
  if (status === "failed" || status === "interrupted") return { arrived: 0, failed: new Set() };
  if (status !== "completed") return undefined;
  return {
    arrived: success.length,
    failed: new Set(failure.map((email) => email.toLowerCase())),
  };
}

/**
 * Ends an import: leads whose e-mail failed in it are sent individually. If the numbers of contacts do not add up, all
 * leads of the import are.
 */
async function closeImport(
  { database, clock, log }: Work,
  { id, size }: QueuedImport,
  { arrived, failed }: ImportResult,
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
