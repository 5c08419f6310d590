import type { Generated, Kysely, Transaction } from "kysely";
import type { LeadField, surfaces } from "#lead/contract.ts";
import type { Step, StepSurface } from "#lead/page-report.ts";
import type { SourceName } from "#lead/visit-source.ts";

/**
 * The form in which a person signed up, as the browser reports it. `operator`: the operator added the person with the
 * command `add`; `operator-next`: the operator did so after the class, so for the next class.
 */
export type Surface = (typeof surfaces)[number] | "unknown" | "operator" | "operator-next";

/** `honeypot` and `flood` hold a submission back until the operator releases it; `too-fast` does not hold it back. */
export type Flag = "honeypot" | "too-fast" | "flood";

export type DeliveryState = "due" | "sending" | "importing" | "delivered" | "parked";

/** The SQL type of a column, and the type of its values. Times are whole milliseconds since 1970 in both engines. */
type Column<Value> = { sql: string; holds?: Value };

function column<Value>(sql: string): Column<Value> {
  return { sql };
}

const number = column<number>("bigint not null");
const numberFromZero = column<Generated<number>>("bigint not null default 0");
const numberOrNull = column<number | null>("bigint");
const text = column<string>("text not null");
const textOrNull = column<string | null>("text");
const textAsKey = column<string>("text primary key not null");
/**
 * A number that is never used twice, also after its row was deleted. `migrate.ts` replaces `KEY` with the SQL of each
 * engine.
 */
const id = column<Generated<number>>("KEY");

const leadColumns = {
  name: text,
  email: text,
  whatsapp: text,
} satisfies Record<LeadField, Column<string>>;

/**
 * All tables of both engines, each after the tables to which it refers. `migrate.ts` creates them, with their indexes.
 */
export const tables = {
  /**
   * Every sign-up as it was sent. Only two columns ever change: `derived_at`, when the lead and the delivery are derived
   * from the submission, and `released_at`, when the operator releases a held submission.
   */
  submissions: {
    id,
    received_at: number,
    ...leadColumns,
    email_key: text,
    surface: column<Surface>("text not null"),
    derived_at: numberOrNull,
    wording: textOrNull,
    cta: textOrNull,
    source: textOrNull,
    ip: textOrNull,
    user_agent: textOrNull,
    idempotency_key: textOrNull,
    flag: column<Flag | null>("text"),
    released_at: numberOrNull,
  },
  /** The leads: one row for each person. */
  leads: {
    id,
    email_key: column<string>("text not null unique"),
    /** The code in the person's pass, made from the e-mail key: `pass.ts`. */
    person: text,
    ...leadColumns,
    /** The phone number in the format E.164, when it could be read. */
    phone: textOrNull,
    created_at: number,
    /** When the newest submission from which this lead was derived was received. */
    updated_at: number,
    /** When the person last ticked the consent box of the form on the page. */
    consented_at: numberOrNull,
    /** 1 if the person's newest sign-up is for the next class, so that the delivery gives the tags of the next class. */
    wants_next: numberFromZero,
  },
  /** What the courier has to do, or has done, for a lead. */
  deliveries: {
    lead_id: column<number>("bigint primary key not null references leads (id)"),
    state: column<DeliveryState>("text not null"),
    attempts: number,
    /** When the courier may claim the delivery; null when there is nothing to do. */
    due_at: numberOrNull,
    last_outcome: textOrNull,
    contact_id: textOrNull,
    updated_at: number,
    /** How often ActiveCampaign refused the delivery for an unknown reason. */
    refusals: number,
    /**
     * 1 if the lead is sent without an import: ActiveCampaign gets separate requests for this lead, and answers each
     * request.
     */
    individually: numberOrNull,
    /** The import with which the lead is being sent, or was sent last. */
    import_id: numberOrNull,
  },
  /** Each row is one import: leads that were sent together. */
  imports: {
    id,
    /** ActiveCampaign's name for the import; null until ActiveCampaign has answered. */
    batch: textOrNull,
    size: number,
    sent_at: number,
    /** When to ask for the import's result; null before the import is accepted and once its result is known. */
    check_at: numberOrNull,
    checks: number,
  },
  /**
   * One row: `token` and `expires_at` are the lease of the courier, the other columns are what makes the courier wait.
   */
  courier: {
    token: number,
    expires_at: number,
    /** Nothing is sent before this time: ActiveCampaign asked for a rest, or fails and gets the next request then. */
    rest_until: number,
    /** Since when and why ActiveCampaign accepts no leads; null while it accepts leads. */
    failing_since: numberOrNull,
    failure: textOrNull,
    /** How often in a row ActiveCampaign failed. */
    failures: number,
    /** When the operator paused the deliveries; null if they go on. */
    paused_at: numberOrNull,
    /** Until this time commands send requests to ActiveCampaign too, and the courier leaves room for them. */
    command_until: number,
  },
  /**
   * The key that hashes the e-mails of erased people: one for each store; a second key is added only with a copy of
   * another store.
   */
  erasure_keys: { key: textAsKey },
  /**
   * The erased people, so that neither a restored copy nor an old link brings them back. Each person is known only by
   * hashes.
   */
  erasures: {
    /** HMAC-SHA256 of the e-mail key, in hex, under a key of `erasure_keys`. */
    email_hash: textAsKey,
    /** Submissions received up to this time stay erased, and a later sign-up is a new consent. */
    erased_at: number,
    /** The code in the person's pass, which old links still have; null if another version wrote the row. */
    person: textOrNull,
  },
  /** The people to be removed at ActiveCampaign. Of a finished removal only the hash and the times are left. */
  removals: {
    email_hash: textAsKey,
    email: textOrNull,
    /** No lead with this e-mail key is delivered before the removal is done, because the lead would be removed again. */
    email_key: textOrNull,
    contact_id: textOrNull,
    queued_at: number,
    due_at: numberOrNull,
    done_at: numberOrNull,
    /** The import with which the person was sent last: the removal waits until this import has ended. */
    import_id: numberOrNull,
  },
  /** One row: what the operator has decided about one edition of the event. In a new store nothing is decided. */
  event: {
    /** The year of the edition to which the other columns belong. */
    edition: numberOrNull,
    /** The phase that the operator chose, one of `chosenPhases`. */
    phase: textOrNull,
    phase_since: numberOrNull,
    moved_to: numberOrNull,
    /**
     * A number that grows with every change that calendars must know; a new edition continues from the number of the
     * last edition.
     */
    sequence: number,
    changed_at: numberOrNull,
    /** The link to the room of the class, in any edition; null while the link of `content/room.ts` is used. */
    room_link: textOrNull,
    /** The key that signs the links of each person, in hex. */
    link_key: text,
  },
  /** The WhatsApp groups to which visitors are sent, in the order of their ids. */
  groups: {
    id,
    /** The invitation to the group. */
    link: text,
    /**
     * How many places the server gives in the group: fewer than the group has, because some people join another way.
     */
    stop_at: number,
    /**
     * How many places the server has given in the group: a place stays counted when its person is erased or no longer
     * stored.
     */
    taken: numberFromZero,
    /** How many presses of visitors without a pass led to the group since it was opened. */
    presses: numberFromZero,
    /** When the operator added the group or opened it again. */
    opened_at: number,
    closed_at: numberOrNull,
  },
  /**
   * The group of each person, and the groups that the person found full. When a group is removed, its rows are removed
   * too.
   */
  group_places: {
    group_id: column<number>("bigint not null references groups (id) on delete cascade"),
    /** The code in the person's pass. */
    person: text,
    /** When the person said that this group is full. */
    full_at: numberOrNull,
    /**
     * 1 while this person's "the group is full" counts: until the operator opens the group again, whatever the clocks
     * say.
     */
    said_full: numberOrNull,
  },
  /** The people who entered the class with their pass: one row for each. */
  entries: {
    /** The code in the person's pass. */
    person: textAsKey,
    at: number,
    /** When the courier may give the person's contact the tag of those who entered; null when there is nothing to do. */
    tag_due_at: numberOrNull,
  },
  /** How often each step of visitors happened in the minute that begins at `minute`; no row is about one person. */
  counts: {
    /** When the minute began; 0 for sums without a time: of minutes that are too old to be kept, and of campaigns. */
    minute: number,
    step: column<Step>("text not null"),
    source: column<SourceName>("text not null"),
    surface: column<StepSurface>("text not null"),
    /**
     * The campaign that the links of kept sign-ups named; empty in all other rows. Such sign-ups count in a row without
     * a campaign too.
     */
    campaign: text,
    content: text,
    n: number,
    /** How many of the kept sign-ups were a person's first one. */
    people: number,
  },
  /** One row for each link to the panel. Once the link was used, the row is a session. */
  panel_keys: {
    id,
    /** SHA-256 of the secret in the link, in hex. */
    link_hash: column<string>("text not null unique"),
    /** SHA-256 of the secret in the cookie, in hex; null until the link is used. */
    session_hash: column<string | null>("text unique"),
    /** 1 if the panel may be used to change something. */
    may_write: number,
    made_at: number,
    used_at: numberOrNull,
  },
  /** Each action of the operator, from the panel or by a command: `action-log.ts`. */
  actions: {
    id,
    at: number,
    /** The panel key with which the action was done; null for a command. */
    panel_key: numberOrNull,
    action: text,
    detail: textOrNull,
  },
  /**
   * One row: `ran_at` is when old rows were last removed; `waits` is 1 while this removal waits because the clock may
   * be wrong.
   */
  retention: { ran_at: numberOrNull, waits: number },
  /** Each trouble that a server has found: when it began and ended. */
  troubles: {
    name: textAsKey,
    began_at: number,
    over_at: numberOrNull,
    /** 1 after a message has told the operator that the trouble began, until a message tells that it ended. */
    told: number,
  },
  /** One row: the lease of the process that looks for troubles. */
  watch: { token: number, expires_at: number },
  /**
   * One row: when the last regular copy was made, at which step the newest try failed, and when a copy was last
   * compared with the store.
   */
  copies: { at: numberOrNull, failure: textOrNull, proved_at: numberOrNull },
  /** This table's one row is written to find out whether the store can be written to. */
  readiness: { tries: number },
};

type Row<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

export type Tables = { [Name in keyof typeof tables]: Row<(typeof tables)[Name]> };
export type Database = Kysely<Tables>;
export type Writing = Transaction<Tables>;
