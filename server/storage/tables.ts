import type { Generated, Kysely, Transaction } from "kysely";

/** Times are whole milliseconds since 1970 in both engines. */
export type Tables = {
  submissions: SubmissionsTable;
  leads: LeadsTable;
  deliveries: DeliveriesTable;
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

export type DeliveryState = "due" | "sending" | "delivered" | "parked";
