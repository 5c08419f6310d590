import * as v from "valibot";
import type { Target } from "#server/delivery/deliver-lead.ts";
import { askAccount } from "#server/delivery/judge.ts";
import { type ImportedLead, minImportSize } from "#server/storage/deliveries/import-claims.ts";
import { readAnswer, type Trouble, troubleOf } from "./answers.ts";
import { fieldsOf, vendorId } from "./contact.ts";
import { type Caller, importPath } from "./rate-limited-client.ts";

/** `queued`: the result for each lead is asked later. `refused`: the whole batch, and the answer names no lead. */
type Sent = { kind: "queued"; batch: string } | Trouble;

export type Shipment = {
  outcome: Sent;
  /** Refused by name: they are tried alone. */
  refused: number[];
  /** What was too much for one request goes with the next one. */
  left: number[];
  /** Leads that were cut off before the rest of a refused batch was accepted: one of them may be the cause. */
  spared: number[];
};

/** The vendor takes less than 400,000, brackets and all. */
const mostBytes = 390_000;

/** How often a batch is made smaller and sent again. Halved so often, the largest batch has fewer than ten leads left. */
const mostCorrections = 8;

const queued = v.object({ batchId: vendorId });
const rejected = v.object({ failureReasons: v.array(v.object({ contact: v.number() })) });

type Contact = { leadId: number; body: Record<string, unknown> };

export async function sendImport(
  call: Caller,
  target: Target,
  leads: readonly ImportedLead[],
): Promise<Shipment> {
  const { fitting, left } = loaded(leads.map((lead) => contactOf(lead, target)));
  const refused: number[] = [];
  let spared: number[] = [];
  let contacts = fitting;
  for (let correction = 0; correction < mostCorrections; correction += 1) {
    const sent = await send(call, contacts);
    if (sent.kind !== "failures" && sent.kind !== "refused")
      return { outcome: sent, refused, left, spared };
    const [aside, rest] = sent.kind === "failures" ? apart(contacts, sent.at) : halves(contacts);
    if (sent.kind === "failures") refused.push(...idsOf(aside));
    else {
      // The batch is refused without the leads cut off before, so they are not the cause.
      left.push(...spared);
      spared = idsOf(aside);
    }
    contacts = rest;
    if (contacts.length < minImportSize) break;
  }
  left.push(...spared);
  return { outcome: { kind: "refused", reason: "import refused" }, refused, left, spared: [] };
}

function idsOf(contacts: readonly Contact[]): number[] {
  return contacts.map(({ leadId }) => leadId);
}

type Divided = [aside: Contact[], rest: Contact[]];

function apart(contacts: readonly Contact[], at: ReadonlySet<number>): Divided {
  return [
    contacts.filter((_, index) => at.has(index)),
    contacts.filter((_, index) => !at.has(index)),
  ];
}

/** Halves a batch that was refused as a whole, because a single lead can be the cause. */
function halves(contacts: readonly Contact[]): Divided {
  const half = Math.ceil(contacts.length / 2);
  return [contacts.slice(half), contacts.slice(0, half)];
}

function contactOf(lead: ImportedLead, { list, tags }: Target): Contact {
  const { firstName, lastName, ...others } = fieldsOf(lead);
  const body = {
    ...others,
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(list === undefined ? {} : { subscribe: [{ listid: Number(list) }] }),
  };
  return { leadId: lead.id, body };
}

function loaded(contacts: readonly Contact[]): { fitting: Contact[]; left: number[] } {
  let bytes = 0;
  const fitting: Contact[] = [];
  for (const contact of contacts) {
    bytes += Buffer.byteLength(JSON.stringify(contact.body)) + 1;
    if (bytes > mostBytes) break;
    fitting.push(contact);
  }
  return { fitting, left: idsOf(contacts.slice(fitting.length)) };
}

async function send(
  call: Caller,
  contacts: readonly Contact[],
): Promise<Sent | { kind: "failures"; at: Set<number> }> {
  const body = { contacts: contacts.map((contact) => contact.body) };
  const reading = readAnswer(await call({ method: "POST", path: importPath, body }));
  switch (reading.kind) {
    case "done": {
      const read = v.safeParse(queued, reading.body);
      return read.success
        ? { kind: "queued", batch: read.output.batchId }
        : whoseFault(call, "import without a batch");
    }
    case "refused": {
      const at = failuresIn(reading.body, contacts.length);
      return at.size > 0 ? { kind: "failures", at } : troubleOf(reading);
    }
    case "gone":
    case "account-refused":
    case "retry-later":
      return whoseFault(call, reading.reason);
    default:
      return reading;
  }
}

async function whoseFault(call: Caller, reason: string): Promise<Trouble> {
  const account = await askAccount(call);
  return account.kind === "answers" ? { kind: "refused", reason } : account;
}

function failuresIn(body: unknown, size: number): Set<number> {
  const read = v.safeParse(rejected, body);
  const indexes = read.success ? read.output.failureReasons.map(({ contact }) => contact) : [];
  return new Set(indexes.filter((index) => index >= 0 && index < size));
}
