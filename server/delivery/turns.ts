import type { Database } from "#server/storage/tables.ts";
import { type Asking, endTurn, takeTurn } from "#server/storage/vendor-turns.ts";
import type { ActiveCampaign, Answer, Call } from "./active-campaign.ts";

export const importPath = "/import/bulk_import";

/** Asking again keeps the lease. */
const longestNapMs = 5_000;

export type TurnDeps = {
  database: Database;
  activeCampaign: ActiveCampaign;
  clock: () => Promise<number>;
  lease: Asking["lease"];
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
    try {
      return await deps.activeCampaign(call, deps.stopped);
    } finally {
      await endTurn(deps.database, id, await deps.clock());
    }
  };
}

/** Undefined when there will be none: another process is the courier, or we are stopping. */
async function waitForTurn(
  { database, clock, lease, sleep, stopped }: TurnDeps,
  kind: Asking["kind"],
): Promise<number | undefined> {
  while (!stopped.aborted) {
    const turn = await takeTurn(database, { kind, lease }, await clock());
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
