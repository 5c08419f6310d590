import type { Generated, Kysely, Transaction } from "kysely";

/** Times are whole milliseconds since 1970 in both engines. */
export type Tables = {
  submissions: SubmissionsTable;
  leads: LeadsTable;
  deliveries: DeliveriesTable;
  erasure_keys: { key: string };
  erasures: ErasuresTable;
  removals: RemovalsTable;
};

export type Database = Kysely<Tables>;
export type Writing = Transaction<Tables>;

/**
 * Every sign-up as it came. Only `settled_at` is ever changed, when the other two tables
 * follow from it, and `released_at`, when the operator lets a held one go on.
 */
type SubmissionsTable = {
  id: Generated<number>;
  received_at: number;
  name: string;
  email: string;
  whatsapp: string;
  email_key: string;
  surface: string;
  settled_at: number | null;
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
type LeadsTable = {
  id: Generated<number>;
  email_key: string;
  name: string;
  email: string;
  whatsapp: string;
  /** E.164, when the number could be read. */
  phone: string | null;
  created_at: number;
  /** When the newest submission that counts here was received. */
  updated_at: number;
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
};

/** Who was erased, so that a restored backup or a replay doesn't bring them back. It names nobody. */
type ErasuresTable = {
  /** HMAC-SHA256 of the e-mail key, in hex, under a key of `erasure_keys`. */
  email_hash: string;
  /** What was received until then stays erased; a later sign-up is a new consent. */
  erased_at: number;
};

/**
 * Who is still to be removed at ActiveCampaign. For the courier: take those with `due_at` in the past,
 * before any delivery to the same address; remove the contact with `contact_id`, or else whoever is
 * found there under `email`; then set `done_at`, and `email`, `contact_id` and `due_at` to null.
 */
type RemovalsTable = {
  email_hash: string;
  email: string | null;
  contact_id: string | null;
  queued_at: number;
  due_at: number | null;
  done_at: number | null;
};

export type DeliveryState = "due" | "sending" | "delivered" | "parked";
