import { extendLease, type Lease } from "#server/store/courier/lease.ts";
import { releaseSlot, takeSlot } from "#server/store/courier/request-slots.ts";
import type { Database } from "#server/store/tables.ts";
import { type AnswerReading, isWorthRepeating, readAnswer } from "./answers.ts";
import type { ActiveCampaign, Answer, ApiRequest } from "./client.ts";

export const importPath = "/import/bulk_import";

/**
 * While the courier waits for a request slot, it asks for the slot at least once in this many milliseconds. Asking also
 * renews its lease.
 */
const maxSlotWaitMs = 5_000;

/** The lease is renewed during a request, because an answer may take nearly as long as the lease lasts. */
const renewEveryMs = 10_000;

const maxRepeats = 2;

export type RateLimitDeps = {
  database: Database;
  activeCampaign: ActiveCampaign;
  clock: () => Promise<number>;
  lease: Lease | "operator";
  sleep: Sleep;
  stopped: AbortSignal;
};

/** Waits for `ms` milliseconds. The wait ends early, without an error, when the signal is aborted. */
export type Sleep = (ms: number, stopped: AbortSignal) => Promise<void>;

/** Sends a request when it has a request slot. Everything that the server sends to ActiveCampaign goes through here. */
export type PacedClient = (request: ApiRequest) => Promise<Answer>;

export function createPacedClient(deps: RateLimitDeps): PacedClient {
  return async (request) => {
    const slot = await waitForSlot(deps, request);
    if (slot === undefined) return { kind: "interrupted" };
    const renewing = setInterval(() => renewLease(deps), renewEveryMs);
    try {
      return await deps.activeCampaign(request, deps.stopped);
    } finally {
      clearInterval(renewing);
      await releaseSlot(deps.database, slot, await deps.clock());
    }
  };
}

/** Returns undefined instead of a request slot when another process is the courier now, or when the server is stopping. */
async function waitForSlot(
  { database, clock, lease, sleep, stopped }: RateLimitDeps,
  { path }: ApiRequest,
): Promise<number | undefined> {
  const kind = path === importPath ? "import" : "single";
  while (!stopped.aborted) {
    const slot = await takeSlot(database, { kind, lease }, await clock());
    switch (slot.kind) {
      case "go":
        return slot.id;
      case "lost":
        return undefined;
      case "wait":
        await sleep(Math.min(slot.ms, maxSlotWaitMs), stopped);
    }
  }
  return undefined;
}

/**
 * Ignores that the store cannot be reached, because the next renewal of the lease tries again. A lost lease is detected
 * at the next request slot.
 */
function renewLease({ database, clock, lease }: RateLimitDeps): void {
  if (lease === "operator") return;
  void clock()
    .then((now) => extendLease(database, lease, now))
    .catch(() => undefined);
}

/**
 * Repeats a request at once when it fails by chance, each time with its own request slot: every request can be repeated
 * without harm. Without repeats, one bad HTTP response of four would fail the delivery of the whole lead.
 */
export function withRepeats(client: PacedClient, noteRepeat: () => void): PacedClient {
  return async (request) => {
    let answer = await client(request);
    for (let repeats = 0; repeats < maxRepeats && isWorthRepeating(answer); repeats += 1) {
      noteRepeat();
      answer = await client(request);
    }
    return answer;
  };
}

/**
 * Sends a GET request and reads its answer. The courier and the operator's commands have different clients, but both
 * clients read with this type of function.
 */
export type Read = (path: string) => Promise<AnswerReading>;

export function readWith(client: PacedClient): Read {
  return async (path) => readAnswer(await client({ method: "GET", path }));
}
