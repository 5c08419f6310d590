import * as v from "valibot";
import type { ImportedLead } from "#server/store/deliveries/imports.ts";
import {
  type AnswerFailure,
  activeCampaignId,
  askAccount,
  type DeliveryFailure,
  readAnswer,
} from "./answers.ts";
import { fieldsOf, type Target } from "./contact.ts";
import { importPath, type PacedClient, type Read, readWith } from "./paced-client.ts";
import { tagsFor } from "./tags.ts";

/** A batch that ActiveCampaign took. Its result is asked for later. */
type AcceptedBatch = { batch: string; leadIds: number[] };

export type SentImport = {
  accepted: AcceptedBatch[];
  /** ActiveCampaign refused exactly these leads, or a batch of few leads that contained them. */
  individually: number[];
  /** Why the leads that are in none of the lists could not be sent; undefined if there are none. */
  failure: DeliveryFailure | undefined;
};

/** The most bytes of the contacts of one batch. ActiveCampaign accepts less than 400,000 bytes, with the brackets. */
const maxBytes = 390_000;

/**
 * The fewest leads of a batch. ActiveCampaign suggests ten; only halves of a refused batch are smaller, so that few good
 * leads are sent individually beside a bad one.
 */
const minBatchSize = 5;

/** After this many refused batches of one import, what is left of it is sent individually. */
const maxRefusals = 20;

type ImportTarget = Omit<Target, "tagIds">;
type BatchContact = { leadId: number; body: Record<string, unknown> };

/** Sends leads together. A refused batch is halved and sent again, because one bad lead makes ActiveCampaign refuse all of it. */
export async function sendImport(
  client: PacedClient,
  target: ImportTarget,
  leads: readonly ImportedLead[],
): Promise<SentImport> {
  const accepted: AcceptedBatch[] = [];
  const individually: number[] = [];
  const waiting = [leads.map((lead) => contactOf(lead, target))];
  let refusals = 0;
  for (let contacts = waiting.pop(); contacts !== undefined; contacts = waiting.pop()) {
    if (bytesOf(contacts) > maxBytes) {
      waiting.push(...halvesOf(contacts));
      continue;
    }
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
        individually.push(...idsOf(contacts.filter((_, index) => sent.at.has(index))));
        waiting.push(contacts.filter((_, index) => !sent.at.has(index)));
        refusals += 1;
        break;
      case "all-refused":
        waiting.push(...halvesOf(contacts));
        refusals += 1;
        break;
      case "unanswered":
        // It may have taken the longest time that an answer may take.
        waiting.push(...halvesOf(contacts));
        refusals += maxRefusals / 4;
        break;
      case "failed":
        return { accepted, individually, failure: sent.failure };
    }
  }
  return { accepted, individually, failure: undefined };
}

function contactOf(lead: ImportedLead, target: ImportTarget): BatchContact {
  const { firstName, lastName, ...others } = fieldsOf(lead);
  const { list } = target;
  const tags = tagsFor(target, lead);
  const body = {
    ...others,
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(list === undefined ? {} : { subscribe: [{ listid: Number(list) }] }),
  };
  return { leadId: lead.id, body };
}

function idsOf(contacts: readonly BatchContact[]): number[] {
  return contacts.map(({ leadId }) => leadId);
}

function bytesOf(contacts: readonly BatchContact[]): number {
  const sizes = contacts.map(({ body }) => Buffer.byteLength(JSON.stringify(body)) + 1);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The first half comes last, because the last batch is sent first. */
function halvesOf(contacts: readonly BatchContact[]): BatchContact[][] {
  const half = Math.ceil(contacts.length / 2);
  return [contacts.slice(half), contacts.slice(0, half)];
}

type BatchAnswer =
  | { kind: "accepted"; batch: string }
  | { kind: "some-refused"; at: ReadonlySet<number> }
  | { kind: "all-refused" }
  | { kind: "unanswered" }
  | { kind: "failed"; failure: DeliveryFailure };

const queuedAnswer = v.object({ batchId: activeCampaignId });
const refusedAnswer = v.object({ failureReasons: v.array(v.object({ contact: v.number() })) });

async function sendBatch(
  client: PacedClient,
  contacts: readonly BatchContact[],
): Promise<BatchAnswer> {
  const body = { contacts: contacts.map((contact) => contact.body) };
  const reading = readAnswer(await client({ method: "POST", path: importPath, body }));
  if (reading.kind === "rate-limited" || reading.kind === "interrupted")
    return { kind: "failed", failure: reading };
  const queued = v.safeParse(queuedAnswer, reading.kind === "done" ? reading.body : undefined);
  if (queued.success) return { kind: "accepted", batch: queued.output.batchId };
  const refused = v.safeParse(refusedAnswer, reading.kind === "refused" ? reading.body : undefined);
  const named = refused.success ? refused.output.failureReasons.map(({ contact }) => contact) : [];
  const at = new Set(named.filter((index) => index >= 0 && index < contacts.length));
  if (at.size > 0) return { kind: "some-refused", at };
  const account = await askAccount(readWith(client));
  if (account.kind !== "answers") return { kind: "failed", failure: account };
  return { kind: reading.kind === "retry-later" ? "unanswered" : "all-refused" };
}

export type ImportResult =
  /** `failed` has e-mails in lower case. Of the contacts that arrived, ActiveCampaign tells only the number. */
  | { kind: "completed"; arrived: number; failed: Set<string> }
  | { kind: "under-way" }
  | AnswerFailure;

/** The statuses of an import that has ended, and of which no contact has arrived. */
const broken: unknown[] = ["failed", "interrupted"];

const importInfo = v.object({
  // ActiveCampaign reports the status `false` for a moment after an import was queued.
  status: v.union([v.string(), v.boolean()]),
  success: v.optional(v.array(v.unknown()), []),
  failure: v.optional(v.array(v.string()), []),
});

/** Asks ActiveCampaign what became of a batch. */
export async function readImportResult(read: Read, batch: string): Promise<ImportResult> {
  const reading = await read(`/import/info?${new URLSearchParams({ batchId: batch })}`);
  if (reading.kind !== "done") return reading;
  const parsed = v.safeParse(importInfo, reading.body);
  if (!parsed.success) return { kind: "retry-later", reason: "import without a status" };
  const { status, success, failure } = parsed.output;
  if (broken.includes(status)) return { kind: "completed", arrived: 0, failed: new Set() };
  if (status !== "completed") return { kind: "under-way" };
  const failed = new Set(failure.map((email) => email.toLowerCase()));
  return { kind: "completed", arrived: success.length, failed };
}
