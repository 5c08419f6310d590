import type { Selectable } from "kysely";
import { type LeadField, leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import type { Database, Tables, Writing } from "#server/storage/tables.ts";
import { type heldFlags, isNotHeld } from "./held-submissions.ts";
import { insertSubmissions } from "./insert-submissions.ts";

/** Where on the page a visitor signed up. */
export const surfaces = ["popup", "page", "unknown"] as const;
export type Surface = (typeof surfaces)[number];

/** `trap` and `flood` hold a sign-up back until the operator releases it (`heldFlags`); haste is only noted. */
export type Flag = (typeof heldFlags)[number] | "too-fast";

export type Submission = {
  lead: Lead;
  surface: Surface;
  receivedAt: number;
  /** Which sentence was shown or agreed to: a key of `wordings` in `content/`. */
  wording?: string | undefined;
  cta?: string | undefined;
  /** Where the visit came from, as JSON. */
  source?: string | undefined;
  /** Shortened: it names a network, not a person. */
  ip?: string | undefined;
  userAgent?: string | undefined;
  idempotencyKey?: string | undefined;
  flag?: Flag | undefined;
};

/** `repeated`: the same answers under the same key were kept before. `key-reused`: others were. */
export type Appended = "stored" | "repeated" | "key-reused";

export type StoredSubmission = Lead & {
  id: number;
  emailKey: string;
  receivedAt: number;
  /** They ticked the form on the page, and it is known what stood beside the tick. The popup only shows a notice. */
  consented: boolean;
};

/** The acknowledgement: once this returns they are on disk, and all the rest can be derived from them. */
export async function appendSubmissions(
  database: Database,
  submissions: readonly Submission[],
): Promise<Appended[]> {
  const keys = submissions.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  const inserted = await insertSubmissions(database, submissions.toSorted(byKey));
  // The usual case: each was new, and nothing is left to compare.
  if (inserted.length === submissions.length) return submissions.map(() => "stored");
  const fresh = new Set(inserted.map(({ idempotency_key }) => idempotency_key));
  const kept = await leadsByKey(database, keys);
  return submissions.map((submission) => appended(submission, { fresh, kept }));
}

/** In Postgres two groups with the same keys in another order would wait for each other: all take them in this one. */
function byKey(
  { idempotencyKey: one = "" }: Submission,
  { idempotencyKey: other = "" }: Submission,
) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

async function leadsByKey(database: Database, keys: string[]): Promise<Map<string, Lead>> {
  const rows = await database
    .selectFrom("submissions")
    .select(["idempotency_key", ...leadFields])
    .where("idempotency_key", "in", keys)
    .execute();
  return new Map(rows.map(({ idempotency_key, ...lead }) => [idempotency_key ?? "", lead]));
}

type Kept = { fresh: Set<string | null>; kept: Map<string, Lead> };

function appended({ lead, idempotencyKey }: Submission, { fresh, kept }: Kept): Appended {
  const first = idempotencyKey === undefined ? lead : kept.get(idempotencyKey);
  if (!first || !isSame(first, lead)) return "key-reused";
  // Of those that came together, the first one was stored.
  return idempotencyKey === undefined || fresh.delete(idempotencyKey) ? "stored" : "repeated";
}

function isSame(one: Lead, other: Lead): boolean {
  return leadFields.every((field) => one[field] === other[field]);
}

export type UnderivedCount = Awaited<ReturnType<typeof findUnderived>>[number];

/** The oldest submissions that can be settled, with their phone numbers, which are read before they are taken. */
export function findUnderived(database: Database, limit: number) {
  return database
    .selectFrom("submissions")
    .select(["id", "whatsapp"])
    .where("derived_at", "is", null)
    .where(isNotHeld)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Marks these submissions as settled and returns those that were not. Another bookkeeper waits until this transaction ends. */
export async function takeUnderived(
  writing: Writing,
  { now, ids }: { now: number; ids: readonly number[] },
): Promise<StoredSubmission[]> {
  if (ids.length === 0) return [];
  const taken = await writing
    .updateTable("submissions")
    .set({ derived_at: now })
    .where("derived_at", "is", null)
    .where("id", "in", ids)
    .returning(["id", ...leadFields, "email_key", "received_at", "surface", "wording"])
    .execute();
  return taken.map(stored).sort((one, other) => one.id - other.id);
}

type Taken = Pick<
  Selectable<Tables["submissions"]>,
  "id" | LeadField | "email_key" | "received_at" | "surface" | "wording"
>;

function stored({ email_key, received_at, surface, wording, ...rest }: Taken): StoredSubmission {
  const consented = surface === "page" && wording !== null;
  return { ...rest, emailKey: email_key, receivedAt: received_at, consented };
}
