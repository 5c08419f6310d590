import { startBackOff } from "#server/storage/courier/circuit.ts";
import { type Reading, readAnswer } from "./answers.ts";
import { createCaller, type TurnDeps } from "./rate-limited-client.ts";

type Heard = { kind: "done"; body: unknown } | NotHeard;
export type NotHeard =
  | { kind: "gone"; reason: string }
  /** The key is refused. */
  | { kind: "closed"; reason: string }
  | { kind: "unclear"; reason: string };

/** Asks ActiveCampaign and changes nothing there; in turn with the courier, and again when the answer is none. */
export type Ask = (path: string) => Promise<Heard>;

const mostTries = 4;
const firstRestMs = 1_000;

export function createOperatorClient(deps: Omit<TurnDeps, "lease">): Ask {
  const { database, clock, sleep, stopped } = deps;
  const call = createCaller({ ...deps, lease: "operator" });
  return async (path) => {
    for (let tries = 1; ; tries += 1) {
      const reading = readAnswer(await call({ method: "GET", path }));
      if (reading.kind === "done" || reading.kind === "gone") return reading;
      if (reading.kind === "account-refused") return { kind: "closed", reason: reading.reason };
      if (tries === mostTries || !isPassing(reading))
        return { kind: "unclear", reason: reading.reason };
      // All wait, the courier too; the next turn comes after it.
      if (reading.kind === "rate-limited")
        await startBackOff(database, (await clock()) + reading.pauseMs);
      else await sleep(firstRestMs * 2 ** (tries - 1), stopped);
    }
  };
}

function isPassing({ kind }: Reading): boolean {
  return kind === "rate-limited" || kind === "retry-later";
}
