import { CompiledQuery, type SqlBool, sql } from "kysely";
import { leadFields } from "#lead/contract.ts";
import { eachField, emailKey, type Lead } from "#lead/lead.ts";
import { readSource, type VisitSource } from "#lead/visit-source.ts";
import { refuseWhenOff, settingsOff } from "#server/store/connection/durability.ts";
import { isRefusedRow } from "#server/store/connection/errors.ts";
import { isPostgres } from "#server/store/connection/queries.ts";
import { inBatches, type NotDone } from "./batch.ts";
import type { Database, Flag, Surface, Tables } from "./schema.ts";

export type Submission = {
  lead: Lead;
  surface: Surface;
  receivedAt: number;
  /** The sentence that the visitor was shown or agreed to, as a key of `wordings` in `content/`. */
  wording?: string | undefined;
  cta?: string | undefined;
  /** The sources of the visitor's first and last visit, as JSON. */
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
 * Stores a submission, together with all others that wait. `overloaded`: too many wait. `late`: the store took too
 * long, and may still store this submission; a repeat with the same idempotency key is then recognised.
 */
export type Appender = (submission: Submission) => Promise<Appended | NotDone>;

/** The longest time from a submission's arrival to its answer: visitors are promised an answer within 3 s. */
const storeWithinMs = 2_500;

/**
 * The most submissions in one insert: with thirteen columns each, they stay well below SQLite's limit of 32,766 values.
 */
const maxGroup = 500;

export type AppenderLimits = { withinMs?: number; maxWaiting?: number };

export function createAppender(
  database: Database,
  { withinMs = storeWithinMs, ...limits }: AppenderLimits = {},
): Appender {
  const commit = (submissions: readonly Submission[]) => appendSubmissions(database, submissions);
  return inBatches(commit, { max: maxGroup, withinMs, isOfOneJob: isRefusedRow, ...limits }).add;
}

/**
 * Stores submissions with one statement. When the function returns, they are on the disk: the visitors can get their
 * answers, and leads can be derived. Throws when a Postgres setting that keeps commits through a power cut is off.
 */
export async function appendSubmissions(
  database: Database,
  submissions: readonly Submission[],
): Promise<Appended[]> {
  // The submissions are sorted by key: two Postgres transactions that insert the same keys in different orders would
  // block each other.
  const inserted = await insert(database, submissions.toSorted(byKey));
  // The usual case: every submission was new, so none must be compared with a stored one.
  if (inserted.length === submissions.length) return submissions.map(() => "stored");
  const newKeys = new Set(inserted.map(({ idempotency_key }) => idempotency_key));
  return compareWithStored(database, submissions, newKeys);
}

function byKey({ idempotencyKey: one = "" }: Submission, other: Submission): number {
  const { idempotencyKey: otherKey = "" } = other;
  if (one === otherKey) return 0;
  return one < otherKey ? -1 : 1;
}

type Columns = Omit<Tables["submissions"], "id" | "derived_at" | "released_at">;

/**
 * The value of each column for a new submission. `derived_at` and `released_at` are left out, because they are set
 * later.
 */
const columns: Readonly<Record<keyof Columns, (submission: Submission) => unknown>> = {
  ...eachField((field) => (submission: Submission) => submission.lead[field]),
  received_at: ({ receivedAt }) => receivedAt,
  email_key: ({ lead }) => emailKey(lead.email),
  surface: ({ surface }) => surface,
  wording: ({ wording }) => wording,
  cta: ({ cta }) => cta,
  source: ({ source }) => source,
  ip: ({ ip }) => ip,
  user_agent: ({ userAgent }) => userAgent,
  idempotency_key: ({ idempotencyKey }) => idempotencyKey,
  flag: ({ flag }) => flag,
};
const names = Object.keys(columns);
const readers = Object.values(columns);

type Inserted = { idempotency_key: string | null; off?: string | null };

/**
 * Inserts the submissions whose idempotency key is missing or not stored yet, and returns their keys. The SQL is written by
 * hand, because Kysely makes several objects for each value, which takes a tenth of a sign-up's processor time.
 */
async function insert(
  database: Database,
  submissions: readonly Submission[],
): Promise<readonly Inserted[]> {
  const isOnPostgres = isPostgres(database);
  const values = submissions.flatMap((submission) =>
    readers.map((read) => read(submission) ?? null),
  );
  const places = values.map((_, index) => (isOnPostgres ? `$${index + 1}` : "?"));
  const tuples = submissions.map((_, index) => {
    const start = index * names.length;
    return `(${places.slice(start, start + names.length).join()})`;
  });
  const insertion = `
    insert into submissions (${names.join()}) values ${tuples.join()}
    on conflict (idempotency_key) where idempotency_key is not null do nothing
    returning idempotency_key`;
  if (!isOnPostgres)
    return (await database.executeQuery<Inserted>(CompiledQuery.raw(insertion, values))).rows;
  const withOff = `${insertion}, ${settingsOff.compile(database).sql} as off`;
  const { rows } = await database.executeQuery<Inserted>(CompiledQuery.raw(withOff, values));
  const asked = rows[0] ?? (await waitForStandby(database));
  refuseWhenOff(asked?.off);
  return rows;
}

/**
 * If all keys are known, an insert writes nothing, so its commit does not wait until a synchronous standby has the rows
 * that are stored already. A message in the write-ahead log makes the commit wait. See docs/decisions/0007.
 */
async function waitForStandby(database: Database): Promise<Pick<Inserted, "off"> | undefined> {
  const { rows } = await sql<{ off: string | null }>`
    select pg_logical_emit_message(true, 'sign-up', ''), ${settingsOff} as off`.execute(database);
  return rows[0];
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

/** Reads the sources of a sign-up's first and last visit from the JSON in the column `source`. */
export function readVisits(source: string | null | undefined): {
  first: VisitSource | undefined;
  last: VisitSource | undefined;
} {
  const stored: unknown = JSON.parse(source ?? "{}");
  const visits = new Map<string, unknown>(
    typeof stored === "object" && stored !== null ? Object.entries(stored) : [],
  );
  return { first: readSource(visits.get("first")), last: readSource(visits.get("last")) };
}

type Shown = { surface: Surface; wording: string | null };

/** Whether a sign-up is a consent: the form on the page has a consent box; the popup only shows a notice. */
export function isConsent<SignUp extends Shown>(
  signUp: SignUp,
): signUp is SignUp & { wording: string } {
  return signUp.surface === "page" && signUp.wording !== null;
}

/**
 * The flags that hold a submission back. `honeypot`: a hidden field was filled in. `flood`: the same e-mail or network
 * signed up more often than people do.
 */
const heldFlags = ["honeypot", "flood"] as const satisfies readonly Flag[];
export type HeldFlag = (typeof heldFlags)[number];

const maxListed = 1_000;

type StoredMarks = Pick<Tables["submissions"], "flag" | "released_at">;

export function isHeld({ flag, released_at }: StoredMarks): boolean {
  return heldFlags.some((held) => held === flag) && released_at === null;
}

const flags = sql.join(heldFlags.map((flag) => sql.lit(flag)));

/** The condition of `isHeld` as SQL. It is never null, so that it can be negated. */
export const heldInQuery = sql<SqlBool>`
  (flag is not null and flag in (${flags}) and released_at is null)`;

/**
 * The opposite of `heldInQuery`, written exactly like the condition of the index `submissions_to_derive`: a condition
 * in other words would not use the index.
 */
export const notHeldInQuery = sql<SqlBool>`
  (flag is null or flag not in (${flags}) or released_at is not null)`;

/** The oldest held submissions. */
export function findHeld(database: Database) {
  return database
    .selectFrom("submissions")
    .select([...leadFields, "received_at", "flag"])
    .where(heldInQuery)
    .orderBy("id")
    .limit(maxListed)
    .execute();
}

/** How many submissions each flag holds back. */
export async function countHeld(database: Database) {
  const rows = await database
    .selectFrom("submissions")
    .select((query) => ["flag", query.fn.countAll<number>().as("count")])
    .where(heldInQuery)
    .groupBy("flag")
    .execute();
  return heldFlags.flatMap((flag) => {
    const found = rows.find((row) => row.flag === flag);
    return found === undefined ? [] : [{ flag, count: found.count }];
  });
}

/**
 * Releases the held submissions with this e-mail or this flag, and returns how many there were. From now on leads are
 * derived from them as from any other submission.
 */
export async function releaseHeld(
  database: Database,
  which: { email: string } | { flag: HeldFlag },
  now: number,
): Promise<number> {
  const held = database.updateTable("submissions").set({ released_at: now }).where(heldInQuery);
  const query =
    "email" in which
      ? held.where("email_key", "=", emailKey(which.email))
      : held.where("flag", "=", which.flag);
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
