import type { Database, Writing } from "#server/store/tables.ts";
import type { RequestKind } from "./courier-tables.ts";
import { maxBackOffMs } from "./future-times.ts";
import { extendLease, type Lease } from "./lease.ts";

/** A request for a slot. The courier needs its lease for this; the operator's commands need no lease. */
export type SlotRequest = { kind: RequestKind; lease: Lease | "operator" };

export type SlotAnswer =
  | { kind: "go"; id: number }
  | { kind: "wait"; ms: number }
  /** The process gets no slot, because another process has become the courier. */
  | { kind: "lost" };

/**
 * ActiveCampaign's limits for each second, and for imports for each minute. A request counts until a whole second or
 * minute after its answer, because it arrived at some time before the answer.
 */
const secondMs = 1_000;
const maxPerSecond = 5;
const minuteMs = 60_000;
export const maxImportsPerMinute = 100;

/**
 * Requests are sent at even intervals: this keeps them below ActiveCampaign's limit, however the network delays them.
 */
export const requestsPerSecond = 4.5;
const gapMs = Math.ceil(secondMs / requestsPerSecond);

/** A request whose process was killed before the answer counts as answered after this time: no request takes longer. */
const maxRequestMs = 25_000;

/** A request that is older than this counts towards no limit any more. */
const forgottenAfterMs = minuteMs + 2 * maxRequestMs;

/** Every request of every process takes a slot first, so that all together stay within ActiveCampaign's limits. */
export function takeSlot(
  database: Database,
  { kind, lease }: SlotRequest,
  now: number,
): Promise<SlotAnswer> {
  return database.transaction().execute(async (writing) => {
    if (lease !== "operator" && !(await extendLease(writing, lease, now))) return { kind: "lost" };
    const backOffUntil = await lockBackOff(writing, now);
    const freeAt = Math.max(backOffUntil, await nextFree(writing, kind, now));
    if (freeAt > now) return { kind: "wait", ms: freeAt - now };
    await forgetOld(writing, now);
    return { kind: "go", id: await addRequest(writing, kind, now) };
  });
}

/**
 * Whether ActiveCampaign's limit for imports leaves room for an import now. The import may still wait a moment for the
 * limit of all requests.
 */
export async function hasRoomForImport(database: Database, now: number): Promise<boolean> {
  const imports = await requestsOf(database, ["import"], now);
  return roomAt(imports, { max: maxImportsPerMinute, windowMs: minuteMs, now }) <= now;
}

export async function releaseSlot(database: Database, id: number, now: number): Promise<void> {
  await database
    .updateTable("request_slots")
    .set({ answered_at: now })
    .where("id", "=", id)
    .execute();
}

/**
 * Returns the end of the back-off, and writes the courier's row: in Postgres this write makes a second process wait
 * until this transaction ends.
 */
async function lockBackOff(writing: Writing, now: number): Promise<number> {
  const { back_off_until } = await writing
    .updateTable("courier")
    // A back-off that ends later than the longest possible one was started before the clock was set back, so it ends
    // now.
    .set((query) => ({
      back_off_until: query
        .case()
        .when("back_off_until", ">", now + maxBackOffMs)
        .then(now)
        .else(query.ref("back_off_until"))
        .end(),
    }))
    .returning("back_off_until")
    .executeTakeFirstOrThrow();
  return back_off_until;
}

async function nextFree(writing: Writing, kind: RequestKind, now: number): Promise<number> {
  const all = await requestsOf(writing, ["single", "import"], now);
  const evenly = Math.max(...all.map(({ sentAt }) => sentAt + gapMs));
  const withinSecond = roomAt(all, { max: maxPerSecond, windowMs: secondMs, now });
  if (kind === "single") return Math.max(evenly, withinSecond);
  const imports = await requestsOf(writing, ["import"], now);
  const window = { max: maxImportsPerMinute, windowMs: minuteMs, now };
  return Math.max(evenly, withinSecond, roomAt(imports, window));
}

type SentRequest = { sentAt: number; endedAt: number };
type Window = { max: number; windowMs: number; now: number };

/** The time at which enough requests have left the window of the limit for one more request to be sent. */
function roomAt(requests: readonly SentRequest[], { max, windowMs, now }: Window): number {
  const leaving = requests
    .map(({ endedAt }) => endedAt + windowMs)
    .filter((time) => time > now)
    .sort((one, other) => one - other);
  return leaving.at(-max) ?? -Infinity;
}

/**
 * Leaves out requests dated in the future: they were sent before the clock was set back, and all new requests would
 * wait until those dates.
 */
async function requestsOf(
  database: Database,
  kinds: readonly RequestKind[],
  now: number,
): Promise<SentRequest[]> {
  const rows = await database
    .selectFrom("request_slots")
    .select(["sent_at", "answered_at"])
    .where("kind", "in", kinds)
    .where("sent_at", "<=", now + maxRequestMs)
    .execute();
  return rows.map(({ sent_at, answered_at }) => ({
    sentAt: sent_at,
    endedAt: answered_at ?? sent_at + maxRequestMs,
  }));
}

async function forgetOld(writing: Writing, now: number): Promise<void> {
  await writing
    .deleteFrom("request_slots")
    .where("sent_at", "<", now - forgottenAfterMs)
    .execute();
}

async function addRequest(writing: Writing, kind: RequestKind, now: number): Promise<number> {
  const { id } = await writing
    .insertInto("request_slots")
    .values({ kind, sent_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
