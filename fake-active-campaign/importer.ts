import * as v from "valibot";
import {
  type Account,
  addTagTo,
  hasField,
  hasList,
  isEmail,
  putContact,
  putTag,
} from "./account.ts";
import { countSince, importLimits } from "./limits.ts";
import { type Answer, type Call, id, json, readBody } from "./server.ts";

/** A contact in a call of the importer. Unlike other routes, it has names in snake case, and tags by name. */
const importedContact = v.object({
  email: v.optional(v.string(), ""),
  first_name: v.exactOptional(v.string()),
  last_name: v.exactOptional(v.string()),
  phone: v.exactOptional(v.string()),
  tags: v.optional(v.array(v.string()), []),
  fields: v.optional(v.array(v.object({ id: v.number(), value: v.string() })), []),
  subscribe: v.optional(v.array(v.object({ listid: id })), []),
});

const importBody = v.object({
  contacts: v.pipe(v.array(importedContact), v.minLength(1), v.maxLength(importLimits.contacts)),
});

type ImportedContact = v.InferOutput<typeof importedContact>;

export type Batch = {
  id: string;
  contacts: ImportedContact[];
  /** The time when the batch was accepted, in milliseconds. */
  at: number;
  status: "waiting" | "active" | "completed" | "failed";
  success: string[];
  failure: string[];
};

export type ImporterOptions = {
  /** The milliseconds from the acceptance of a batch until its contacts are in the account. */
  importTakesMs?: number;
  /** How the import of a batch ends; `failed` imports no contact, `never` means that it does not end. */
  importEnds?: "completed" | "failed" | "never";
  /** Selects e-mails whose import fails although their batch was accepted. */
  failsAtImport?: (email: string) => boolean;
  /** Returns the reason if the fake must refuse a whole batch because of this contact; not for a malformed e-mail. */
  refusesInBatch?: (contact: ImportedContact) => string | undefined;
};

export function createImporter(options: ImporterOptions) {
  const batches: Batch[] = [];
  type Times = { at: number }[];
  const requests: Record<"severalContacts" | "oneContact", Times> = {
    severalContacts: [],
    oneContact: [],
  };
  return {
    batches,
    /** Answers at once that a batch is queued; its contacts are added to the account later. */
    queueImport(account: Account, call: Call): Answer {
      const body = readBody(call, importBody);
      if (body === undefined || Buffer.byteLength(call.text) >= importLimits.bytes)
        return invalid([]);
      const { contacts } = body;
      const kind = contacts.length === 1 ? "oneContact" : "severalContacts";
      requests[kind].push({ at: call.at });
      const recent = countSince(requests[kind], 60_000, call.at);
      if (recent > importLimits.requestsPerMinute[kind]) return importsTooFast();
      const failureReasons = failureReasonsOf(account, contacts, options);
      if (failureReasons.length > 0) return invalid(failureReasons);
      const batchId = `fake-batch-${batches.length + 1}`;
      const batch = { id: batchId, contacts, at: call.at, success: [], failure: [] };
      batches.push({ ...batch, status: "waiting" });
      const message = "Contact import queued";
      return json(200, { Success: 1, queued_contacts: contacts.length, batchId, message });
    },
    /** For an unknown batch the answer has no status: ActiveCampaign's reference names no answer for this case. */
    importInfo(_account: Account, { query }: Call): Answer {
      const batch = batches.find((one) => one.id === query.get("batchId"));
      if (batch === undefined) return statusNotSetYet();
      const { status, success, failure } = batch;
      return json(200, { status, success, failure });
    },
    /** Updates every batch to its state at the time `now`. */
    advance(account: Account, now: number): void {
      for (const batch of batches) advanceBatch(account, batch, now, options);
    },
  };
}

/** An answer without a status. ActiveCampaign's reference says that it is possible in the first second of a batch. */
export function statusNotSetYet(): Answer {
  return json(200, { status: false, success: [], failure: [] });
}

export function importsTooFast(): Answer {
  return json(400, { success: 0, message: "Rate limit exceeded." });
}

/** Why the contacts of a batch are refused. The refusal of a field that does not exist is a guess. */
function failureReasonsOf(
  account: Account,
  contacts: ImportedContact[],
  { refusesInBatch }: ImporterOptions,
) {
  return contacts.flatMap((sent, contact) => {
    const malformed = isEmail(sent.email) ? undefined : "Field 'email' incorrect format";
    const unknown = sent.fields.some(({ id }) => !hasField(account, String(id)))
      ? "Field 'fields' has an unknown id"
      : undefined;
    const failureReason = malformed ?? unknown ?? refusesInBatch?.(sent);
    return failureReason === undefined ? [] : [{ contact, failureReason }];
  });
}

function invalid(failureReasons: object[]): Answer {
  const message = "JSON payload did not pass validation. See failureReasons for details.";
  return json(400, { success: 0, message, failureReasons });
}

function advanceBatch(account: Account, batch: Batch, now: number, options: ImporterOptions): void {
  if (batch.status !== "waiting" && batch.status !== "active") return;
  const { importTakesMs = 0, importEnds = "completed", failsAtImport } = options;
  const age = now - batch.at;
  if (age >= importTakesMs / 2) batch.status = "active";
  if (age < importTakesMs || importEnds === "never") return;
  batch.status = importEnds;
  if (batch.status === "failed") return;
  for (const contact of batch.contacts)
    if (failsAtImport?.(contact.email)) batch.failure.push(contact.email);
    else batch.success.push(importContact(account, contact));
}

/**
 * Imports a contact, and returns its id. The import does not subscribe an unsubscribed contact again, and ignores
 * unknown lists.
 */
function importContact(
  account: Account,
  { email, first_name, last_name, phone, tags, fields, subscribe }: ImportedContact,
): string {
  const details = {
    email,
    ...(first_name && { firstName: first_name }),
    ...(last_name && { lastName: last_name }),
    ...(phone && { phone }),
  };
  const values = Object.fromEntries(fields.map(({ id, value }) => [id, value]));
  const contact = putContact(account, details, values);
  for (const name of tags) addTagTo(contact, putTag(account, name).tag);
  for (const { listid } of subscribe) if (hasList(account, listid)) contact.lists[listid] ??= 1;
  return contact.id;
}
