import { sql } from "kysely";
import { leadFields } from "#lead/contract.ts";
import { eachField, emailKey, type Lead } from "#lead/lead.ts";
import { inBatches, type NotDone } from "#server/store/batch.ts";
import { isPostgres, refuseWhenOff, settingsOff } from "#server/store/connection/durability.ts";
import { isRefusedRow } from "#server/store/connection/errors.ts";
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

/**
 * Stores a submission, together with all others that wait. `overloaded`: too many wait. `late`: the store took too long,
 * and may still store this one; a repeat with the same idempotency key is then recognised.
 */
export type Appender = (submission: Submission) => Promise<Appended | NotDone>;

/** How long a commit took, and for how many submissions. */
export type Commit = { size: number; ms: number };

/** The longest time from a submission's arrival to its answer: visitors are promised an answer within 3 s. */
export const storeWithinMs = 2_500;

/** The most submissions in one insert: their thirteen columns stay well below the 32,766 values of SQLite. */
const maxGroup = 500;

export type AppenderLimits = { withinMs?: number; maxWaiting?: number };

export function createAppender(
  database: Database,
  onCommit: (commit: Commit) => void = () => {},
  { withinMs = storeWithinMs, ...limits }: AppenderLimits = {},
): Appender {
  async function commit(submissions: readonly Submission[]): Promise<Appended[]> {
    const startedAt = performance.now();
    const appended = await appendSubmissions(database, submissions);
    onCommit({ size: submissions.length, ms: performance.now() - startedAt });
    return appended;
  }
  return inBatches(commit, { max: maxGroup, withinMs, isOfOneJob: isRefusedRow, ...limits }).add;
}

/**
 * Stores submissions with one statement. Once this returns they are on disk, so that they can be acknowledged and leads
 * can be derived from them. Throws when a Postgres setting that keeps commits through a power cut is off.
 */
export async function appendSubmissions(
  database: Database,
  submissions: readonly Submission[],
): Promise<Appended[]> {
  // Two transactions of Postgres that inserted the same keys in different orders would wait for each other.
  const rows = submissions.map(toRow).toSorted(byKey);
  const inserted = isPostgres(database)
    ? await insertInPostgres(database, rows)
    : await insertion(database, rows).returning("idempotency_key").execute();
  // The usual case: every submission was new, so none must be compared with a stored one.
  if (inserted.length === submissions.length) return submissions.map(() => "stored");
  const newKeys = new Set(inserted.map(({ idempotency_key }) => idempotency_key));
  return compareWithStored(database, submissions, newKeys);
}

function toRow({ lead, surface, receivedAt, ...rest }: Submission) {
  return {
    ...eachField((field) => lead[field]),
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
  };
}

type Row = ReturnType<typeof toRow>;

function byKey(one: Row, other: Row): number {
  const [key, otherKey] = [one.idempotency_key ?? "", other.idempotency_key ?? ""];
  if (key === otherKey) return 0;
  return key < otherKey ? -1 : 1;
}

/** Inserts the submissions whose idempotency key is missing or not stored yet. */
function insertion(database: Database, rows: Row[]) {
  return database
    .insertInto("submissions")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("idempotency_key").where("idempotency_key", "is not", null).doNothing(),
    );
}

/**
 * An insert whose keys are all known writes nothing, so its commit does not wait for a synchronous standby to have what is
 * stored already; a message in the write-ahead log makes it wait. See docs/decisions/0019.
 */
async function insertInPostgres(database: Database, rows: Row[]) {
  const inserted = await insertion(database, rows)
    .returning(["idempotency_key", settingsOff.as("off")])
    .execute();
  if (inserted.length === 0) {
    const message = await sql<{ off: string | null }>`
      select pg_logical_emit_message(true, 'sign-up', ''), ${settingsOff} as off`.execute(database);
    refuseWhenOff(message.rows[0]?.off);
  }
  refuseWhenOff(inserted[0]?.off);
  return inserted;
}

/** Of several submissions with the same new key, the first was stored, because the rows were sorted without changing their order. */
async function compareWithStored(
  database: Database,
  submissions: readonly Submission[],
  newKeys: Set<string | null>,
): Promise<Appended[]> {
  const keys = submissions.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  const rows = await database
    .selectFrom("submissions")
    .select(["idempotency_key", ...leadFields])
    .where("idempotency_key", "in", keys)
    .execute();
  const leads = new Map(rows.map(({ idempotency_key, ...lead }) => [idempotency_key, lead]));
  return submissions.map(({ lead, idempotencyKey: key }) => {
    if (key === undefined) return "stored";
    const first = leads.get(key);
    if (!first || leadFields.some((field) => first[field] !== lead[field])) return "key-reused";
    if (!newKeys.has(key)) return "repeated";
    newKeys.delete(key);
    return "stored";
  });
}

type Shown = { surface: Surface; wording: string | null };

/** Whether a sign-up is a consent: the form on the page has a consent box; the popup only shows a notice. */
export function isConsent<SignUp extends Shown>(
  signUp: SignUp,
): signUp is SignUp & { wording: string } {
  return signUp.surface === "page" && signUp.wording !== null;
}
