import { startBackOff } from "#server/store/courier/circuit.ts";
import { type AnswerReading, readAnswer } from "./answers.ts";
import { createPacedClient, type RateLimitDeps, type Read } from "./paced-client.ts";

const maxTries = 4;
const firstRetryMs = 1_000;

/** Reads from ActiveCampaign for the operator and changes nothing there. It shares the courier's request slots. */
export function createOperatorClient(deps: Omit<RateLimitDeps, "lease">): Read {
  const { database, clock, sleep, stopped } = deps;
  const client = createPacedClient({ ...deps, lease: "operator" });
  return async (path) => {
    for (let tries = 1; ; tries += 1) {
      const reading = readAnswer(await client({ method: "GET", path }));
      if (tries === maxTries || !mayPass(reading)) return reading;
      // A back-off that ActiveCampaign asks of the operator's client also stops the courier, because both take their
      // request slots from the same table.
      if (reading.kind === "rate-limited")
        await startBackOff(database, (await clock()) + reading.backOffMs);
      else await sleep(firstRetryMs * 2 ** (tries - 1), stopped);
    }
  };
}

function mayPass({ kind }: AnswerReading): boolean {
  return kind === "rate-limited" || kind === "retry-later";
}
