import * as v from "valibot";
import type { Account } from "./account.ts";
import { type Answer, json } from "./answer.ts";
import { type Call, id, readBody } from "./call.ts";
import { isEmail, putContact } from "./contacts.ts";
import { countSince, importLimits } from "./limits.ts";
import { addTag, addTagTo, findTag, hasList } from "./lists-and-tags.ts";

/** The importer has names in snake case and tags by name, unlike all other routes. */
const importedContact = v.object({
  email: v.optional(v.string(), ""),
  first_name: v.exactOptional(v.string()),
  last_name: v.exactOptional(v.string()),
  phone: v.exactOptional(v.string()),
  tags: v.optional(v.array(v.string()), []),
  subscribe: v.optional(v.array(v.object({ listid: id })), []),
});

const importBody = v.object({
  contacts: v.pipe(v.array(importedContact), v.minLength(1), v.maxLength(importLimits.contacts)),
  exclude_automations: v.optional(v.boolean(), false),
});

type ImportedContact = v.InferOutput<typeof importedContact>;

export type Batch = {
  id: string;
  contacts: ImportedContact[];
  /** When the batch was accepted, in milliseconds. */
  at: number;
  status: "waiting" | "active" | "completed" | "failed";
  runsAutomations: boolean;
  success: string[];
  failure: string[];
};

export type ImporterOptions = {
  /** The milliseconds from the acceptance of a batch until its contacts are in the account. */
  importTakesMs?: number;
  neverCompletes?: () => boolean;
  /** Ends batches as failed, without importing a single contact. */
  breaksOff?: () => "failed" | undefined;
  /** Chooses e-mails whose import fails although their batch was accepted. */
  failsAtImport?: (email: string) => boolean;
  /** A reason, other than a malformed address, for which one contact makes the whole batch be refused. */
  refusesInBatch?: (contact: ImportedContact) => string | undefined;
};

export type Importer = {
  queueImport: (account: Account, call: Call) => Answer;
  /** Gives every batch the state that it has at the time `now`. */
  advance: (account: Account, now: number) => void;
};

/** Answers at once that a batch is queued. Its contacts come into the account later. */
export function createImporter(options: ImporterOptions): Importer {
  const requests: Record<"severalContacts" | "oneContact", { at: number }[]> = {
    severalContacts: [],
    oneContact: [],
  };
  return {
    queueImport(account, call) {
      const body = readBody(call, importBody);
      if (body === undefined || call.bytes >= importLimits.bytes) return invalid([]);
      const kind = body.contacts.length === 1 ? "oneContact" : "severalContacts";
      requests[kind].push({ at: call.at });
      const recent = countSince(requests[kind], 60_000, call.at);
      if (recent > importLimits.requestsPerMinute[kind]) return importsTooFast();
      const failureReasons = failureReasonsOf(body.contacts, options);
      return failureReasons.length > 0 ? invalid(failureReasons) : accept(account, call.at, body);
    },
    advance(account, now) {
      for (const batch of account.batches) advanceBatch(account, batch, now, options);
    },
  };
}

/** An answer without a status: ActiveCampaign's reference warns of it in the first second of a batch. */
export function statusNotSetYet(): Answer {
  return json(200, { status: false, success: [], failure: [] });
}

/** Gives an unknown batch the answer without a status, because the reference names no answer for it. */
export function importInfo({ batches }: Account, { query }: Call): Answer {
  const batch = batches.find(({ id }) => id === query.get("batchId"));
  if (batch === undefined) return statusNotSetYet();
  const { status, success, failure } = batch;
  return json(200, { status, success, failure });
}

export function importsTooFast(): Answer {
  return json(400, { success: 0, message: "Rate limit exceeded." });
}

function failureReasonsOf(contacts: ImportedContact[], { refusesInBatch }: ImporterOptions) {
  return contacts.flatMap((sent, contact) => {
    const malformed = isEmail(sent.email) ? undefined : "Field 'email' incorrect format";
    const failureReason = malformed ?? refusesInBatch?.(sent);
    return failureReason === undefined ? [] : [{ contact, failureReason }];
  });
}

function invalid(failureReasons: object[]): Answer {
  const message = "JSON payload did not pass validation. See failureReasons for details.";
  return json(400, { success: 0, message, failureReasons });
}

function accept(
  { batches }: Account,
  at: number,
  { contacts, exclude_automations }: v.InferOutput<typeof importBody>,
): Answer {
  const id = `fake-batch-${batches.length + 1}`;
  const runsAutomations = !exclude_automations;
  batches.push({ id, contacts, at, status: "waiting", runsAutomations, success: [], failure: [] });
  const message = "Contact import queued";
  return json(200, { Success: 1, queued_contacts: contacts.length, batchId: id, message });
}

function advanceBatch(account: Account, batch: Batch, now: number, options: ImporterOptions): void {
  if (batch.status !== "waiting" && batch.status !== "active") return;
  const { importTakesMs = 0, neverCompletes, breaksOff, failsAtImport } = options;
  const age = now - batch.at;
  if (age >= importTakesMs / 2) batch.status = "active";
  if (age < importTakesMs || neverCompletes?.()) return;
  batch.status = breaksOff?.() ?? "completed";
  if (batch.status === "failed") return;
  for (const contact of batch.contacts)
    if (failsAtImport?.(contact.email)) batch.failure.push(contact.email);
    else batch.success.push(importContact(account, contact));
}

/**
 * Imports one contact, and returns its id. A contact who has unsubscribed is not subscribed again, and unknown lists
 * are ignored.
 */
function importContact(account: Account, sent: ImportedContact): string {
  const { email, first_name: firstName, last_name: lastName, phone } = sent;
  const contact = putContact(account, {
    email,
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(phone === undefined ? {} : { phone }),
  });
  for (const name of sent.tags)
    addTagTo(contact, (findTag(account, name) ?? addTag(account, name)).tag);
  for (const { listid: list } of sent.subscribe)
    if (hasList(account, list)) contact.lists[list] ??= 1;
  return contact.id;
}
