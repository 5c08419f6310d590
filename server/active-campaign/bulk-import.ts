import * as v from "valibot";
import { type ImportedLead, minImportSize } from "#server/store/deliveries/import-claims.ts";
import { activeCampaignId, type DeliveryFailure, readAnswer } from "./answers.ts";
import type { ActiveCampaignSettings } from "./client.ts";
import { fieldsOf } from "./contact.ts";
import { importPath, type PacedClient, readWith } from "./paced-client.ts";
import { probeAccount } from "./probe-account.ts";
import { tagsFor } from "./tags.ts";

/**
 * `queued`: ActiveCampaign took the batch, and its result is asked for later. `refused`: ActiveCampaign refused the
 * whole batch, and named no lead.
 */
type BatchOutcome = { kind: "queued"; batch: string } | DeliveryFailure;

/** What became of the leads of an import. `outcome` is the outcome of each lead that is in none of the lists. */
export type SentImport = {
  outcome: BatchOutcome;
  /** ActiveCampaign refused exactly these leads, so each is sent individually. */
  refused: number[];
  /** These leads were too many for one request, so they go with the next import. */
  leftOver: number[];
  /** These leads were cut off a refused batch, whose other leads were then accepted: one of these may be the cause. */
  setAside: number[];
};

/** The most bytes of the contacts of one import. ActiveCampaign accepts less than 400,000 bytes, with the brackets. */
const maxBytes = 390_000;

/** How often a refused batch is halved and sent again. After eight halvings, the largest batch has fewer than ten leads. */
const maxCorrections = 8;

type ImportTarget = Pick<ActiveCampaignSettings, "list" | "tags" | "nextTags">;
type BatchContact = { leadId: number; body: Record<string, unknown> };

export async function sendImport(
  client: PacedClient,
  target: ImportTarget,
  leads: readonly ImportedLead[],
): Promise<SentImport> {
  const { fitting, leftOver } = cutToSize(leads.map((lead) => contactOf(lead, target)));
  const refused: number[] = [];
  let setAside: number[] = [];
  let contacts = fitting;
  for (let correction = 0; correction < maxCorrections; correction += 1) {
    const sent = await sendBatch(client, contacts);
    if (sent.kind !== "some-refused" && sent.kind !== "refused")
      return { outcome: sent, refused, leftOver, setAside };
    if (sent.kind === "some-refused") {
      refused.push(...idsOf(contacts.filter((_, index) => sent.at.has(index))));
      contacts = contacts.filter((_, index) => !sent.at.has(index));
    } else {
      // The leads cut off earlier are not the cause: ActiveCampaign refuses this batch without them.
      leftOver.push(...setAside);
      // Halves a refused batch, because one bad lead can make ActiveCampaign refuse all of it.
      const half = Math.ceil(contacts.length / 2);
      setAside = idsOf(contacts.slice(half));
      contacts = contacts.slice(0, half);
    }
    if (contacts.length < minImportSize) break;
  }
  leftOver.push(...setAside);
  const outcome = { kind: "refused", reason: "import refused" } as const;
  return { outcome, refused, leftOver, setAside: [] };
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

function cutToSize(contacts: readonly BatchContact[]) {
  let bytes = 0;
  const fitting: BatchContact[] = [];
  for (const contact of contacts) {
    bytes += Buffer.byteLength(JSON.stringify(contact.body)) + 1;
    if (bytes > maxBytes) break;
    fitting.push(contact);
  }
  return { fitting, leftOver: idsOf(contacts.slice(fitting.length)) };
}

const queuedAnswer = v.object({ batchId: activeCampaignId });

async function sendBatch(
  client: PacedClient,
  contacts: readonly BatchContact[],
): Promise<BatchOutcome | { kind: "some-refused"; at: Set<number> }> {
  const body = { contacts: contacts.map((contact) => contact.body) };
  const reading = readAnswer(await client({ method: "POST", path: importPath, body }));
  switch (reading.kind) {
    case "done": {
      const parsed = v.safeParse(queuedAnswer, reading.body);
      return parsed.success
        ? { kind: "queued", batch: parsed.output.batchId }
        : refusedUnlessDown(client, "import without a batch");
    }
    case "refused": {
      const at = indexesIn(reading.body, contacts.length);
      return at.size > 0
        ? { kind: "some-refused", at }
        : { kind: "refused", reason: reading.reason };
    }
    case "not-found":
    case "account-refused":
    case "retry-later":
      return refusedUnlessDown(client, reading.reason);
    case "rate-limited":
    case "interrupted":
      return reading;
  }
}

/** Probes the account after a batch failed: if the probe succeeds, this batch is the cause, and counts as refused. */
async function refusedUnlessDown(client: PacedClient, reason: string): Promise<DeliveryFailure> {
  const account = await probeAccount(readWith(client));
  return account.kind === "answers" ? { kind: "refused", reason } : account;
}

const refusedAnswer = v.object({ failureReasons: v.array(v.object({ contact: v.number() })) });

/** The positions in the batch of the contacts that ActiveCampaign refused. */
function indexesIn(body: unknown, size: number): Set<number> {
  const parsed = v.safeParse(refusedAnswer, body);
  const indexes = parsed.success ? parsed.output.failureReasons.map(({ contact }) => contact) : [];
  return new Set(indexes.filter((index) => index >= 0 && index < size));
}
