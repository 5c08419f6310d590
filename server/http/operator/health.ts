import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { neverCached } from "#server/http/add-contact/refusals.ts";
import { tryStoring } from "#server/storage/connection/readiness.ts";
import type { Database } from "#server/storage/tables.ts";
import { cachedFor } from "./cached-for.ts";

const tryEveryMs = 1_000;
/** A connection that is cut somewhere on the way answers nothing at all. */
const readinessWithinMs = 2_500;
const retryAfterSeconds = 1;

/** Tells that the process answers; whether it can also store is the next question. */
export function answerHealth(): Response {
  return new Response("ok\n", { headers: neverCached });
}

export type Readiness = () => Promise<Response>;
export type ReadinessDeps = {
  database: Database;
  log: Logger;
  clock: () => number;
  /** Aborted when the server is about to stop: whoever asks should go elsewhere from then on. */
  stopping: AbortSignal;
};

/** Tells whether a sign-up could be stored just now, by storing something. */
export function createReadiness({ database, log, clock, stopping }: ReadinessDeps): Readiness {
  const canStore = cachedFor(tryEveryMs, clock, async () => {
    try {
      await tryStoring(database);
      return true;
    } catch (error) {
      log.error({ error }, "The store cannot be written to: sign-ups are being turned away.");
      return false;
    }
  });
  return async () => {
    if (stopping.aborted) return notReady("stopping");
    const ready = await Promise.race([canStore(), sleep(readinessWithinMs, false, { ref: false })]);
    return ready ? answerHealth() : notReady("cannot store");
  };
}

function notReady(reason: string): Response {
  return new Response(`${reason}\n`, {
    status: 503,
    headers: { ...neverCached, "Retry-After": String(retryAfterSeconds) },
  });
}
