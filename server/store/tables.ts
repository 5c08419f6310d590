import type { Generated, Kysely, Transaction } from "kysely";
import type { Lead } from "#lead/lead.ts";
import type {
  MinuteCountsTable,
  PageHealthTable,
  StepTotalsTable,
  VisitCountsTable,
} from "./counts/count-tables.ts";
import type { CourierTable } from "./courier/courier-tables.ts";
import type { EventTable } from "./event/event-table.ts";
import type { GroupPlacesTable, GroupsTable } from "./groups/group-tables.ts";
import type { DeedsTable, PanelKeysTable, TroublesTable } from "./panel/panel-tables.ts";

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
  deeds: DeedsTable;
  troubles: TroublesTable;
  copies: { place: string; every_ms: number; at: number };
  readiness: { tries: number };
};

export type Database = Kysely<Tables>;
export type Writing = Transaction<Tables>;

/** Where on the page a visitor signed up, as the browser says. */
export const visitorSurfaces = ["popup", "page", "unknown"] as const;

/** Where a person signed up. `operator`: the operator added the person with the command `add`. */
export type Surface = (typeof visitorSurfaces)[number] | "operator";

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
