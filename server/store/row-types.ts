import type { Generated, Kysely, Transaction } from "kysely";
import type { surfaces } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import type {
  MinuteCountsTable,
  PageHealthTable,
  StepTotalsTable,
  VisitCountsTable,
} from "./counts.ts";

/** Times are whole milliseconds since 1970 in both engines. */
export type Tables = {
  submissions: SubmissionsTable;
  leads: LeadsTable;
  deliveries: DeliveriesTable;
  erasure_keys: { key: string };
  erasures: ErasuresTable;
  removals: RemovalsTable;
  courier: CourierTable;
  imports: ImportsTable;
  event: EventTable;
  groups: GroupsTable;
  group_places: GroupPlacesTable;
  visit_counts: VisitCountsTable;
  step_totals: StepTotalsTable;
  minute_counts: MinuteCountsTable;
  page_health: PageHealthTable;
  panel_keys: PanelKeysTable;
  actions: ActionsTable;
  troubles: TroublesTable;
  watch: WatchTable;
  copies: { place: string; every_ms: number; at: number };
  readiness: { tries: number };
};

export type Database = Kysely<Tables>;
export type Writing = Transaction<Tables>;

/** Where a person signed up, as the browser says. `operator`: the operator added the person with the command `add`. */
export type Surface = (typeof surfaces)[number] | "unknown" | "operator";

/** `honeypot` and `flood` hold a submission back until the operator releases it; `too-fast` does not hold it back. */
export type Flag = "honeypot" | "too-fast" | "flood";

export type DeliveryState = "due" | "sending" | "importing" | "delivered" | "parked";

/**
 * Every sign-up as it was sent. Only two columns ever change: `derived_at`, when the lead and the delivery are derived
 * from the submission, and `released_at`, when the operator releases a held submission.
 */
type SubmissionsTable = Lead & {
  id: Generated<number>;
  received_at: number;
  email_key: string;
  surface: Surface;
  derived_at: number | null;
  wording: string | null;
  cta: string | null;
  source: string | null;
  ip: string | null;
  user_agent: string | null;
  idempotency_key: string | null;
  flag: Flag | null;
  released_at: number | null;
};

/** One row for each person. */
type LeadsTable = Lead & {
  id: Generated<number>;
  email_key: string;
  /** The phone number in the format E.164, when it could be read. */
  phone: string | null;
  created_at: number;
  /** When the newest submission from which this lead was derived was received. */
  updated_at: number;
  /** When the person last ticked the consent box of the form on the page. */
  consented_at: number | null;
  /** 1 if the person's newest sign-up is for the next class, so that the delivery gives the tags of the next class. */
  wants_next: Generated<number>;
};

/** What the courier has to do, or has done, for a lead. */
type DeliveriesTable = {
  lead_id: number;
  state: DeliveryState;
  attempts: number;
  /** When the courier may claim the delivery; null when there is nothing to do. */
  due_at: number | null;
  last_outcome: string | null;
  contact_id: string | null;
  updated_at: number;
  /** How often ActiveCampaign refused the delivery for an unknown reason. */
  refusals: number;
  /**
   * 1 means sent without an import: ActiveCampaign gets separate requests for this lead alone, and answers each of
   * them.
   */
  individually: number | null;
  /** The import with which the lead is being sent, or was sent last. */
  import_id: number | null;
};

/**
 * The erased people, stored so that a restored backup does not bring them back. Each is known only by a hash, whose key
 * is in the same store.
 */
type ErasuresTable = {
  /** HMAC-SHA256 of the e-mail key, in hex, under a key of `erasure_keys`. */
  email_hash: string;
  /** The time of the erasure: submissions received until then stay erased, and a later sign-up is a new consent. */
  erased_at: number;
};

/** The people to be removed at ActiveCampaign. Of a finished removal only the hash and the times are left. */
type RemovalsTable = {
  email_hash: string;
  email: string | null;
  /** No lead with this e-mail key is delivered before the removal is done, because the lead would be removed again. */
  email_key: string | null;
  contact_id: string | null;
  queued_at: number;
  due_at: number | null;
  done_at: number | null;
  /** The import with which the person was sent last: the removal waits until this import has ended. */
  import_id: number | null;
};

/**
 * The table has one row. `token` and `expires_at` are the lease, `retention_ran_at` is for retention, the other columns
 * are the circuit.
 */
export type CourierTable = {
  token: number;
  expires_at: number;
  back_off_until: number;
  /** How often in a row the circuit was tripped, or found to be still broken by a probe. */
  trips: number;
  tripped_at: number | null;
  tripped_reason: string | null;
  probe_at: number | null;
  paused_at: number | null;
  /** When retention last trusted the machine's clock. */
  retention_ran_at: number | null;
};

/** Each row is one import: leads that were sent together. */
type ImportsTable = {
  id: Generated<number>;
  /** ActiveCampaign's name for the import; null until ActiveCampaign has answered. */
  batch: string | null;
  size: number;
  sent_at: number;
  /** When to ask for the import's result; null before the import is accepted and once its result is known. */
  check_at: number | null;
  checks: number;
};

/**
 * The table has one row: what the operator has decided about one edition of the event. All columns but the last are
 * null or 0 until the first decision.
 */
type EventTable = {
  /** The year of the edition to which the other columns belong. */
  edition: number | null;
  /** One of `chosenPhases`. */
  phase: string | null;
  phase_since: number | null;
  moved_to: number | null;
  /** Grows with every change that calendars must know; an edition goes on where the last one ended. */
  sequence: number;
  changed_at: number | null;
  /** The key that signs links, to a preview and to the group, in hex. */
  preview_key: string;
};

/** The WhatsApp groups to which visitors are led, in the order of their ids. */
type GroupsTable = {
  id: Generated<number>;
  /** The invitation to the group. */
  link: string;
  /** How many members the group can have. */
  room: number;
  /** How many places the group gives: usually fewer than `room`, because some people come another way. */
  stop_at: number;
  /** When the operator added the group or opened it again. What people said before no longer counts. */
  opened_at: number;
  closed_at: number | null;
};

/** One row for each press that was counted. A removed group leaves no rows. */
type GroupPlacesTable = {
  group_id: number;
  /** Counts from 1 in each group. */
  number: number;
  /** The random code that a sign-up got, which names no lead; null for a press without a sign-up. */
  person: string | null;
  /** When the person said that this group is full. */
  full_at: number | null;
};

/** One row for each link to the panel. Once the link was used, the row is a session. */
type PanelKeysTable = {
  id: Generated<number>;
  /** SHA-256 of the secret in the link, in hex. */
  link_hash: string;
  /** SHA-256 of the secret in the cookie, in hex; null until the link is used. */
  session_hash: string | null;
  /** 1 if the panel may be used to change something. */
  may_write: number;
  made_at: number;
  used_at: number | null;
};

/** Each action of the operator, from the panel or by a command: `action-log.ts`. */
type ActionsTable = {
  id: Generated<number>;
  at: number;
  /** The key of the panel with which it was done; null for a command. */
  panel_key: number | null;
  action: string;
  detail: string | null;
};

/** Each trouble that a server has found: when it began and ended. */
type TroublesTable = {
  name: string;
  began_at: number;
  over_at: number | null;
  /** 1 while the operator believes that the trouble lasts: its beginning was told, and its end not yet. */
  told: number;
};

/** One row: the process that looks for troubles, until when. */
type WatchTable = { holder: string | null; expires_at: number };
