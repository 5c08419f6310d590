import type { Account } from "./account.ts";
import { type Answer, json } from "./answer.ts";
import { type Call, readBody } from "./call.ts";
import { isEmail } from "./contacts.ts";
import { type ImportedContact, importBody, importContact } from "./imported-contact.ts";
import { countSince, importLimits } from "./limits.ts";

export type Batch = {
  id: string;
  /** 1 for the first batch that was accepted. */
  number: number;
  contacts: ImportedContact[];
  /** When it was accepted. */
  at: number;
  status: "waiting" | "active" | "completed" | "failed" | "interrupted";
  runsAutomations: boolean;
  success: string[];
  failure: string[];
};

/** What the importer is told to do; it may be told otherwise at any moment. */
export type ImporterBehaviour = {
  /** From being accepted to the contacts being there. */
  importTakesMs?: number;
  neverCompletes?: (batch: Batch) => boolean;
  /** Batches that end without a single contact: the vendor knows two kinds of them. */
  breaksOff?: (batch: Batch) => "failed" | "interrupted" | undefined;
  /** Addresses that fail though their batch was accepted. */
  failsAtImport?: (email: string) => boolean;
  /** Why a contact makes the whole batch be refused, beside a malformed address. */
  refusesInBatch?: (contact: ImportedContact) => string | undefined;
};

export type Importer = {
  queueImport: (account: Account, call: Call) => Answer;
  /** Brings every batch to where it is at that moment. */
  settle: (account: Account, now: number) => Account;
};

/** It answers at once, and only that a batch is queued: contacts come later. */
export function createImporter(behaviour: ImporterBehaviour): Importer {
  const times: Record<keyof typeof importLimits.requestsPerMinute, number[]> = {
    severalContacts: [],
    oneContact: [],
  };
  return {
    queueImport(account, call) {
      const body = readBody(call, importBody);
      if (body === undefined || call.bytes >= importLimits.bytes) return invalid();
      const kind = body.contacts.length === 1 ? "oneContact" : "severalContacts";
      times[kind].push(call.at);
      const recent = countSince(times[kind], 60_000, call.at);
      if (recent > importLimits.requestsPerMinute[kind]) return importsTooFast();
      const reasons = refusals(body.contacts, behaviour);
      if (reasons.length > 0) return invalid(reasons);
      return accept(account, call, body);
    },
    settle(account, now) {
      for (const batch of account.batches) settleBatch(account, batch, { now, behaviour });
      return account;
    },
  };
}

export function importInfo({ batches }: Account, { query }: Call): Answer {
  const batchId = query.get("batchId");
  if (!batchId) return json(400, { success: 0, message: "'batchId' is a required field." });
  const batch = batches.find(({ id }) => id === batchId);
  // Not in the vendor's reference: what an unknown batch is answered. It is told as one without a status yet.
  if (batch === undefined) return statusNotSetYet();
  const { status, success, failure } = batch;
  return json(200, { status, success, failure });
}

/** The vendor's reference warns of it, for the first second of a batch. */
export function statusNotSetYet(): Answer {
  return json(200, { status: false, success: [], failure: [] });
}

export function importsTooFast(): Answer {
  return json(400, { success: 0, message: "Rate limit exceeded." });
}

type FailureReason = { contact: number; failureReason: string };

function invalid(failureReasons: FailureReason[] = []): Answer {
  const message = "JSON payload did not pass validation. See failureReasons for details.";
  return json(400, { success: 0, message, failureReasons });
}

function refusals(
  contacts: ImportedContact[],
  { refusesInBatch }: ImporterBehaviour,
): FailureReason[] {
  return contacts.flatMap((sent, contact) => {
    const malformed = isEmail(sent.email) ? undefined : "Field 'email' incorrect format";
    const failureReason = malformed ?? refusesInBatch?.(sent);
    return failureReason === undefined ? [] : [{ contact, failureReason }];
  });
}

function accept(
  { batches }: Account,
  { at }: Call,
  { contacts, exclude_automations }: { contacts: ImportedContact[]; exclude_automations: boolean },
): Answer {
  const number = batches.length + 1;
  const id = `fake-batch-${number}`;
  batches.push({
    ...{ id, number, contacts, at, status: "waiting", runsAutomations: !exclude_automations },
    ...{ success: [], failure: [] },
  });
  const message = "Contact import queued";
  return json(200, { Success: 1, queued_contacts: contacts.length, batchId: id, message });
}

type Moment = { now: number; behaviour: ImporterBehaviour };

function settleBatch(account: Account, batch: Batch, { now, behaviour }: Moment): void {
  if (batch.status !== "waiting" && batch.status !== "active") return;
  const { importTakesMs = 0 } = behaviour;
  const age = now - batch.at;
  if (age >= importTakesMs / 2) batch.status = "active";
  if (age < importTakesMs || behaviour.neverCompletes?.(batch)) return;
  batch.status = behaviour.breaksOff?.(batch) ?? "completed";
  if (batch.status === "completed") importBatch(account, batch, behaviour);
}

function importBatch(account: Account, batch: Batch, { failsAtImport }: ImporterBehaviour): void {
  for (const contact of batch.contacts) {
    if (failsAtImport?.(contact.email)) batch.failure.push(contact.email);
    else batch.success.push(importContact(account, contact, batch.at));
  }
}
