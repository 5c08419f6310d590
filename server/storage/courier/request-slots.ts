import type { Database, Writing } from "#server/storage/tables.ts";
import { maxBackOffMs } from "./far-times.ts";
import { keepLease, type Lease } from "./lease.ts";

/** Every request counts towards the limit of all; an import of many contacts also towards one of its own. */
export type RequestKind = "single" | "import";

export type Turn =
  | { kind: "go"; id: number }
  | { kind: "wait"; ms: number }
  /** Another process is the courier by now. */
  | { kind: "lost" };

/** The vendor's limits. A request counts until its answer is a window old: it arrived somewhere before that. */
const secondMs = 1_000;
const mostInASecond = 5;
const minuteMs = 60_000;
const mostImportsInAMinute = 100;

/** An even gap keeps a step below the vendor's limit, whatever the network does to it. */
export const requestsPerSecond = 4.5;
const gapMs = Math.ceil(secondMs / requestsPerSecond);

/** One that was never answered, as its process was killed, counts as answered by then: no request takes longer. */
const longestRequestMs = 25_000;

/** Nothing older counts for any limit. */
const forgottenAfterMs = minuteMs + 2 * longestRequestMs;

export type Asking = { kind: RequestKind; lease: Lease | "operator" };

/** Every request asks here first, from whatever process: the table is what keeps the limits. */
export function takeSlot(database: Database, asking: Asking, now: number): Promise<Turn> {
  return database.transaction().execute(async (writing) => {
    const backOffUntil = await holdCourier(writing, asking.lease, now);
    if (backOffUntil === undefined) return { kind: "lost" };
    const freeAt = Math.max(backOffUntil, await nextFree(writing, asking.kind, now));
    if (freeAt > now) return { kind: "wait", ms: freeAt - now };
    await forgetOld(writing, now);
    return { kind: "go", id: await addRequest(writing, asking.kind, now) };
  });
}

/** Whether an import would be given its turn at once, or nearly so. */
export async function hasRoomForImport(database: Database, now: number): Promise<boolean> {
  const imports = await requestsOf(database, ["import"], now);
  return roomAt(imports, { most: mostImportsInAMinute, windowMs: minuteMs, now }) <= now;
}

export async function releaseSlot(database: Database, id: number, now: number): Promise<void> {
  await database
    .updateTable("request_slots")
    .set({ answered_at: now })
    .where("id", "=", id)
    .execute();
}

/** Writes the courier's row, so that two who ask at once take turns in Postgres as well. */
async function holdCourier(writing: Writing, lease: Lease | "operator", now: number) {
  if (lease !== "operator" && !(await keepLease(writing, lease, now))) return undefined;
  const { back_off_until } = await writing
    .updateTable("courier")
    // A silence that ends later than is possible was set before the clock was set back, so it ends now.
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
  const withinSecond = roomAt(all, { most: mostInASecond, windowMs: secondMs, now });
  if (kind === "single") return Math.max(evenly, withinSecond);
  const imports = await requestsOf(writing, ["import"], now);
  const window = { most: mostImportsInAMinute, windowMs: minuteMs, now };
  return Math.max(evenly, withinSecond, roomAt(imports, window));
}

type Sent = { sentAt: number; endedAt: number };
type Window = { most: number; windowMs: number; now: number };

/** When so many have left the window that there is room for one more. */
function roomAt(requests: readonly Sent[], { most, windowMs, now }: Window): number {
  const leaving = requests
    .map(({ endedAt }) => endedAt + windowMs)
    .filter((time) => time > now)
    .sort((one, other) => one - other);
  return leaving.at(-most) ?? -Infinity;
}

/** What lies in the future was sent before the clock was set back: it would keep everybody waiting for as long. */
async function requestsOf(
  database: Database,
  kinds: readonly RequestKind[],
  now: number,
): Promise<Sent[]> {
  const rows = await database
    .selectFrom("request_slots")
    .select(["sent_at", "answered_at"])
    .where("kind", "in", kinds)
    .where("sent_at", "<=", now + longestRequestMs)
    .execute();
  return rows.map(({ sent_at, answered_at }) => ({
    sentAt: sent_at,
    endedAt: answered_at ?? sent_at + longestRequestMs,
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
