import type { Generated, Kysely, Transaction } from "kysely";
import type { Lead } from "#lead/lead.ts";

/** Times are whole milliseconds since 1970 in both engines. */
export type Tables = {
  submissions: SubmissionsTable;
  leads: LeadsTable;
  deliveries: DeliveriesTable;
  erasure_keys: { key: string };
  erasures: ErasuresTable;
  removals: RemovalsTable;
  courier: CourierTable;
  request_slots: RequestSlotsTable;
  imports: ImportsTable;
};

export type Database = Kysely<Tables>;
export type Writing = Transaction<Tables>;

/**
 * Every sign-up as it came. Only `derived_at` is ever changed, when the other two tables
 * follow from it, and `released_at`, when the operator lets a held one go on.
 */
type SubmissionsTable = Lead & {
  id: Generated<number>;
  received_at: number;
  email_key: string;
  surface: string;
  derived_at: number | null;
  wording: string | null;
  cta: string | null;
  source: string | null;
  ip: string | null;
  user_agent: string | null;
  idempotency_key: string | null;
  flag: string | null;
  released_at: number | null;
};

/** One row for each person. */
type LeadsTable = Lead & {
  id: Generated<number>;
  email_key: string;
  /** E.164, when the number could be read. */
  phone: string | null;
  created_at: number;
  /** When the newest submission that counts here was received. */
  updated_at: number;
  /** When they last ticked that they want to hear from us, as the form on the page asks. */
  consented_at: number | null;
};

/** What the courier has to do for a lead, and did. */
type DeliveriesTable = {
  lead_id: number;
  state: DeliveryState;
  attempts: number;
  /** When the courier may take it; null when there is nothing to do. */
  due_at: number | null;
  last_outcome: string | null;
  contact_id: string | null;
  updated_at: number;
  /** How often it was refused for a reason that nobody knows; null as 0. */
  refusals: number | null;
  /** 1 where the importer is not the way: each step is made, and each answer read, for this lead. */
  alone: number | null;
  /** The import that it travels with, or travelled with last. */
  import_id: number | null;
};

/** Who was erased, so that a restored backup does not bring them back: by a hash, whose key is in the same store. */
type ErasuresTable = {
  /** HMAC-SHA256 of the e-mail key, in hex, under a key of `erasure_keys`. */
  email_hash: string;
  /** What was received until then stays erased; a later sign-up is a new consent. */
  erased_at: number;
};

/** Who is still to be removed at ActiveCampaign. Once it is done only the hash is left, and when that was. */
type RemovalsTable = {
  email_hash: string;
  email: string | null;
  /** No lead with this key is delivered before the removal is done: it would be removed again. */
  email_key: string | null;
  contact_id: string | null;
  queued_at: number;
  due_at: number | null;
  done_at: number | null;
  /** The import that they last travelled with: what arrives with it comes before the removal. */
  import_id: number | null;
};

/** One row: `token` and `expires_at` are the lease, `looked_at` is for retention, the rest is the way to ActiveCampaign. */
type CourierTable = {
  token: number;
  expires_at: number;
  back_off_until: number;
  trips: number;
  tripped_at: number | null;
  tripped_reason: string | null;
  probe_at: number | null;
  paused_at: number | null;
  /** When retention last believed the clock. */
  looked_at: number | null;
};

/** The requests to ActiveCampaign of the last minute or two, of all processes. */
type RequestSlotsTable = {
  id: Generated<number>;
  kind: string;
  sent_at: number;
  answered_at: number | null;
};

/** Leads that were sent together. */
type ImportsTable = {
  id: Generated<number>;
  /** The vendor's name for it; null until it has answered. */
  batch: string | null;
  size: number;
  sent_at: number;
  /** When we ask what became of it; null when that is known. */
  check_at: number | null;
  checks: number;
};

export type DeliveryState = "due" | "sending" | "importing" | "delivered" | "parked";
