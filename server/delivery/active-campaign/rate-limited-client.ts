import { extendLease } from "#server/storage/courier/lease.ts";
import { releaseSlot, type SlotRequest, takeSlot } from "#server/storage/courier/request-slots.ts";
import type { Database } from "#server/storage/tables.ts";
import { isWorthRepeating } from "./answers.ts";
import type { ActiveCampaign, Answer, Call } from "./client.ts";

export const importPath = "/import/bulk_import";

/** Asking again keeps the lease. */
const longestNapMs = 5_000;

/** The lease is renewed during a request, because an answer may take nearly as long as the lease lasts. */
const renewEveryMs = 10_000;

const mostRepeats = 2;

export type TurnDeps = {
  database: Database;
  activeCampaign: ActiveCampaign;
  clock: () => Promise<number>;
  lease: SlotRequest["lease"];
  sleep: Sleep;
  stopped: AbortSignal;
};

/** Ends early, without an error, when the signal comes. */
export type Sleep = (ms: number, stopped: AbortSignal) => Promise<void>;

/** A request that waits for its turn first. There is no way to ActiveCampaign but this. */
export type Caller = (call: Call) => Promise<Answer>;

export function createCaller(deps: TurnDeps): Caller {
  return async (call) => {
    const id = await waitForTurn(deps, call.path === importPath ? "import" : "single");
    if (id === undefined) return { kind: "interrupted" };
    const renewing = setInterval(() => renewLease(deps), renewEveryMs);
    try {
      return await deps.activeCampaign(call, deps.stopped);
    } finally {
      clearInterval(renewing);
      await releaseSlot(deps.database, id, await deps.clock());
    }
  };
}

/**
 * Repeats a request at once when it fails by chance, each time in its own turn. Without this, one bad answer of four would
 * fail the whole lead; every request can be repeated without harm.
 */
export function repeating(call: Caller, noteRepeat: () => void): Caller {
  return async (request) => {
    let answer = await call(request);
    for (let repeats = 0; repeats < mostRepeats && isWorthRepeating(answer); repeats += 1) {
      noteRepeat();
      answer = await call(request);
    }
    return answer;
  };
}

/** Ignores a store that cannot be reached for a moment: it is asked again. If the lease is lost, the next turn says so. */
function renewLease({ database, clock, lease }: TurnDeps): void {
  if (lease === "operator") return;
  void clock()
    .then((now) => extendLease(database, lease, now))
    .catch(() => undefined);
}

/** Undefined when there will be none: another process is the courier, or we are stopping. */
async function waitForTurn(
  { database, clock, lease, sleep, stopped }: TurnDeps,
  kind: SlotRequest["kind"],
): Promise<number | undefined> {
  while (!stopped.aborted) {
    const turn = await takeSlot(database, { kind, lease }, await clock());
    switch (turn.kind) {
      case "go":
        return turn.id;
      case "lost":
        return undefined;
      case "wait":
        await sleep(Math.min(turn.ms, longestNapMs), stopped);
    }
  }
  return undefined;
}
