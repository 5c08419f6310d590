import * as v from "valibot";
import type { ImportedLead } from "#server/storage/imports.ts";
import { fieldsOf, vendorId } from "./contact.ts";
import type { Target } from "./deliver-lead.ts";
import { readAnswer, type Trouble, troubleOf } from "./outcome.ts";
import { type Caller, importPath } from "./turns.ts";

/** Queued only: what became of each is asked later. */
type Sent = { kind: "queued"; batch: string } | Trouble;

export type Shipment = {
  outcome: Sent;
  /** Refused by name: they are tried alone. */
  refused: number[];
  /** What was too much for one request goes with the next one. */
  left: number[];
};

/** The vendor takes less than 400,000, brackets and all. */
const mostBytes = 390_000;

/** Below it the vendor advises against an import, and takes only a few of them. */
const fewestTogether = 10;

/** A batch is set right and sent again; one that is refused ever anew is not to be set right. */
const mostCorrections = 5;

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
  let contacts = fitting;
  for (let correction = 0; correction < mostCorrections; correction += 1) {
    const sent = await send(call, contacts);
    if (sent.kind !== "failures") return { outcome: sent, refused, left };
    refused.push(...contacts.filter((_, index) => sent.at.has(index)).map(({ leadId }) => leadId));
    contacts = contacts.filter((_, index) => !sent.at.has(index));
    if (contacts.length < fewestTogether) break;
  }
  return { outcome: { kind: "refused", reason: "import refused" }, refused, left };
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
  return { fitting, left: contacts.slice(fitting.length).map(({ leadId }) => leadId) };
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
        : { kind: "retry-later", reason: "import without a batch" };
    }
    case "refused": {
      const at = failuresIn(reading.body, contacts.length);
      return at.size > 0 ? { kind: "failures", at } : troubleOf(reading);
    }
    case "gone":
      return { kind: "lane-closed", reason: reading.reason };
    default:
      return reading;
  }
}

function failuresIn(body: unknown, size: number): Set<number> {
  const read = v.safeParse(rejected, body);
  const indexes = read.success ? read.output.failureReasons.map(({ contact }) => contact) : [];
  return new Set(indexes.filter((index) => index >= 0 && index < size));
}
