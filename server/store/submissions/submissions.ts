import { sql } from "kysely";
import { leadFields } from "#lead/contract.ts";
import { eachField, emailKey, type Lead } from "#lead/lead.ts";
import { isPostgres, refuseWhenOff, settingsOff } from "#server/store/connection/durability.ts";
import { insertPrepared } from "#server/store/connection/prepared-inserts.ts";
import type { Database, Flag, Surface } from "#server/store/tables.ts";

export type Submission = {
  lead: Lead;
  surface: Surface;
  receivedAt: number;
  /** The sentence that the visitor was shown or agreed to, as a key of `wordings` in `content/`. */
  wording?: string | undefined;
  cta?: string | undefined;
  /** Where the visit came from, as JSON. */
  source?: string | undefined;
  /** The visitor's IP address, shortened: it names a network, not a person. */
  ip?: string | undefined;
  userAgent?: string | undefined;
  idempotencyKey?: string | undefined;
  flag?: Flag | undefined;
};

/**
 * `repeated`: the same form values are already stored under this idempotency key. `key-reused`: other form values are
 * stored under this key.
 */
export type Appended = "stored" | "repeated" | "key-reused";

type Shown = { surface: Surface; wording: string | null };

/** Whether a sign-up is a consent: the form on the page has a consent box; the popup only shows a notice. */
export function isConsent<SignUp extends Shown>(
  signUp: SignUp,
): signUp is SignUp & { wording: string } {
  return signUp.surface === "page" && signUp.wording !== null;
}

/**
 * Stores sign-ups. Once this returns they are on disk, so that they can be acknowledged and leads can be derived from
 * them.
 */
export async function appendSubmissions(
  database: Database,
  submissions: readonly Submission[],
): Promise<Appended[]> {
  const keys = submissions.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  const inserted = await insertSubmissions(database, submissions.toSorted(byKey));
  // The usual case: every submission was new, so none must be compared with a stored one.
  if (inserted.length === submissions.length) return submissions.map(() => "stored");
  const newKeys = new Set(inserted.map(({ idempotency_key }) => idempotency_key));
  const firstLeads = await leadsByKey(database, keys);
  return submissions.map((submission) => appended(submission, newKeys, firstLeads));
}

/**
 * Orders submissions by idempotency key: in Postgres, two groups that insert the same keys in different orders would
 * wait for each other.
 */
function byKey(
  { idempotencyKey: one = "" }: Submission,
  { idempotencyKey: other = "" }: Submission,
) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

type DurabilityOff = { off?: string | null };
type Inserted = DurabilityOff & { idempotency_key: string | null };

/**
 * Inserts the submissions whose idempotency key is missing or not stored yet, and returns their keys. Throws when a
 * Postgres setting that keeps commits through a power cut is off.
 */
async function insertSubmissions(
  database: Database,
  submissions: readonly Submission[],
): Promise<Inserted[]> {
  const rows = submissions.map(toRow);
  const build = () =>
    isPostgres(database)
      ? insertion(database, rows).returning(["idempotency_key", settingsOff.as("off")])
      : insertion(database, rows).returning("idempotency_key");
  const inserted = await insertPrepared<Inserted>(database, "submissions", { rows, build });
  if (isPostgres(database)) refuseWhenOff((inserted[0] ?? (await commitMessage(database)))?.off);
  return inserted;
}

/** Lists the columns in the same order for every submission, because the SQL of the insert is kept and used again. */
function toRow({ lead, surface, receivedAt, ...rest }: Submission) {
  const fields = eachField((field) => lead[field]);
  return Object.assign(fields, {
    received_at: receivedAt,
    email_key: emailKey(lead.email),
    surface,
    wording: rest.wording ?? null,
    cta: rest.cta ?? null,
    source: rest.source ?? null,
    ip: rest.ip ?? null,
    user_agent: rest.userAgent ?? null,
    idempotency_key: rest.idempotencyKey ?? null,
    flag: rest.flag ?? null,
  });
}

function insertion(database: Database, rows: ReturnType<typeof toRow>[]) {
  return database
    .insertInto("submissions")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("idempotency_key").where("idempotency_key", "is not", null).doNothing(),
    );
}

/**
 * Waits until a synchronous standby has the submissions that are stored already. An insert whose keys are all known writes
 * nothing, so its commit does not wait for the standby; a message in the write-ahead log makes it wait. See docs/decisions/0019.
 */
async function commitMessage(database: Database): Promise<DurabilityOff | undefined> {
  const { rows } = await sql<DurabilityOff>`
    select pg_logical_emit_message(true, 'sign-up', ''), ${settingsOff} as off
  `.execute(database);
  return rows[0];
}

async function leadsByKey(database: Database, keys: string[]): Promise<Map<string, Lead>> {
  const rows = await database
    .selectFrom("submissions")
    .select(["idempotency_key", ...leadFields])
    .where("idempotency_key", "in", keys)
    .execute();
  return new Map(rows.map(({ idempotency_key, ...lead }) => [idempotency_key ?? "", lead]));
}

function appended(
  { lead, idempotencyKey }: Submission,
  newKeys: Set<string | null>,
  firstLeads: ReadonlyMap<string, Lead>,
): Appended {
  const first = idempotencyKey === undefined ? lead : firstLeads.get(idempotencyKey);
  if (!first || leadFields.some((field) => first[field] !== lead[field])) return "key-reused";
  // Of several submissions with the same key in this group, the first was stored.
  return idempotencyKey === undefined || newKeys.delete(idempotencyKey) ? "stored" : "repeated";
}
