import * as v from "valibot";
import { logLines } from "#phrases/log-lines.ts";
import { type Answer, activeCampaignId, bodyAs } from "#server/active-campaign/answer.ts";
import { fieldsOf, type Target } from "#server/active-campaign/contact.ts";
import { bulkImportPath } from "#server/active-campaign/paced-client.ts";
import { tagsFor } from "#server/active-campaign/tags.ts";
import {
  checkAgain,
  claimImport,
  dueImport,
  endImport,
  type ImportedLead,
  type Leaving,
  leadsOfImport,
  leaveImport,
  type QueuedImport,
  queueImport,
} from "#server/store/deliveries.ts";
import { decide, type Step, type Work } from "./failure-policy.ts";

const firstCheckMs = 2_000;
const maxCheckDelayMs = 60_000;
/**
 * ActiveCampaign may never complete an import that takes this long: the courier checks it less often, and in the end
 * gives it up.
 */
const overdueAfterMs = 10 * 60_000;
const givenUpAfterMs = 60 * 60_000;

/** Sends one import with as many leads as ActiveCampaign accepts. */
export async function sendNextImport(work: Work): Promise<Step> {
  const { database, clock, client, target, log } = work;
  const found = await target.fieldIds.find(client.read);
  if (found.kind === "account") return { account: found };
  const ids = found.kind === "done" ? found.body : new Map<string, string>();
  const claimed = await claimImport(database, clock());
  if (claimed === undefined) return undefined;
  const { id, leads } = claimed;
  const all = fitting(leads.map((lead) => contactOf(lead, target, ids)));
  // Without the ids of the fields nothing is sent: a contact without its pass would not be recognized when the person
  // enters the class.
  const { contacts, answer } =
    found.kind === "done" ? await sendTogether(work, all) : { contacts: all, answer: found };
  const decision = await decide(work, answer, undefined);
  const now = clock();
  const sent = new Set(contacts);
  const leave = (how: Leaving["how"], leadIds: number[], lastOutcome: string | null) =>
    leaveImport(database, id, { how, leadIds, lastOutcome, now });
  const refused = "import refused";
  const named = idsOf(all.filter((contact) => !sent.has(contact)));
  await leave("alone", named, refused);
  if (answer.kind === "done")
    await queueImport(database, id, answer.body, { size: sent.size, checkAt: now + firstCheckMs });
  // The answer names no lead: some of the leads in this import may be the cause, or none.
  else if (decision.fate === "wait")
    await leave("untried", idsOf(contacts), `account: ${decision.account.reason}`);
  else await leave("again", idsOf(contacts), refused);
  await leave(
    "untried",
    leads.slice(all.length).map((lead) => lead.id),
    null,
  );
  if (answer.kind !== "done")
    log.warn({ outcome: answer.reason, size: leads.length }, logLines.importFailed);
  else if (named.length > 0) log.warn({ size: named.length }, logLines.importFailed);
  return decision;
}

type BatchContact = { leadId: number; body: { fields: unknown } & Record<string, unknown> };

/** The most bytes of one import: ActiveCampaign accepts fewer than 400,000. */
const maxBytes = 390_000;

/**
 * Returns the first contacts, as many as ActiveCampaign accepts in one import. The other contacts go with the next
 * import.
 */
function fitting(contacts: readonly BatchContact[]): BatchContact[] {
  let bytes = 0;
  return contacts.filter(({ body }, index) => {
    bytes += Buffer.byteLength(JSON.stringify(body)) + 1;
    return index === 0 || bytes < maxBytes;
  });
}

const queuedAnswer = v.pipe(
  v.object({ batchId: activeCampaignId }),
  v.transform(({ batchId }) => batchId),
);
/** After this many refusals of one import, the contacts that are left in it are sent individually. */
const maxRefusalsOfImport = 20;

/**
 * Sends contacts together. One bad contact makes ActiveCampaign refuse all, so they are sent again without the contacts
 * that its answer names. Returns the contacts of the last request that were not named, and the answer to this request.
 */
async function sendTogether(
  { client, target }: Work,
  all: readonly BatchContact[],
): Promise<{ contacts: readonly BatchContact[]; answer: Answer<string> }> {
  let contacts = all;
  for (let refusals = 1; ; refusals += 1) {
    const body = { contacts: contacts.map((contact) => contact.body) };
    const sent = await client.send("POST", bulkImportPath, body);
    const answer = bodyAs(sent, queuedAnswer, "import without a name");
    const named = rowsNamed(sent);
    const left = contacts.filter((_, index) => !named.has(index));
    if (left.length === contacts.length || refusals === maxRefusalsOfImport)
      return { contacts, answer };
    if (left.length > 0) contacts = left;
    else if (contacts.some((contact) => contact.body.fields)) {
      // It is unlikely that all contacts are bad: the account has lost a field, and so refuses it in each contact.
      for (const contact of contacts) contact.body.fields = undefined;
      target.fieldIds.forget();
    } else return { contacts: [], answer };
  }
}

const refusedAnswer = v.object({ failureReasons: v.array(v.object({ contact: v.number() })) });

/** Returns the indexes of the contacts that ActiveCampaign's answer names as the cause why it refused an import. */
export function rowsNamed(answer: Answer): ReadonlySet<number> {
  const refused = v.safeParse(refusedAnswer, answer.kind === "failed" && answer.refusal?.body);
  return new Set(
    refused.success ? refused.output.failureReasons.map(({ contact }) => contact) : [],
  );
}

/**
 * ActiveCampaign's importer wants names in snake case and tags by name, unlike all its other routes. JSON leaves out
 * undefined values.
 */
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

/** Checks the import whose check has been due for the longest time. */
export async function checkNextImport(work: Work): Promise<Step> {
  const queued = await dueImport(work.database, work.clock());
  if (queued === undefined) return undefined;
  const query = new URLSearchParams({ batchId: queued.batch });
  const answer = await work.client.read(`/import/info?${query}`);
  const info = bodyAs(answer, importInfo, "import without a status");
  const decision = await decide(work, info, undefined);
  // While the account fails, the import stays due for a check, until the courier delivers again.
  if (decision.fate === "wait") return decision;
  const result = info.kind === "done" ? resultOf(info.body) : undefined;
  if (result === undefined) await checkLater(work, queued);
  else await closeImport(work, queued, result);
  return decision;
}

/**
 * The result of an import. `failed` has e-mails in lower case. Of the contacts that arrived, ActiveCampaign reports
 * only the number.
 */
type ImportResult = { arrived: number; failed: ReadonlySet<string> };

const importInfo = v.object({
  // ActiveCampaign reports the status `false` for a moment after an import was queued.
  status: v.union([v.string(), v.boolean()]),
  success: v.optional(v.array(v.unknown()), []),
  failure: v.optional(v.array(v.string()), []),
});

/** Returns the result of an import; undefined while ActiveCampaign still works on it. */
function resultOf(info: v.InferOutput<typeof importInfo>): ImportResult | undefined {
  const { status, success, failure } = info;
  // These statuses mean that the import has ended and that no contact has arrived.
  if (status === "failed" || status === "interrupted") return { arrived: 0, failed: new Set() };
  if (status !== "completed") return undefined;
  return {
    arrived: success.length,
    failed: new Set(failure.map((email) => email.toLowerCase())),
  };
}

/**
 * Ends an import. Leads whose e-mail failed in it are sent individually; if the numbers of contacts do not add up, all
 * leads of the import are sent individually.
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
  await leaveImport(database, id, { leadIds, now, how: "alone", lastOutcome });
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
