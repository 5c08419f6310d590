import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { neverCached } from "#server/http/headers.ts";
import { tryStoring } from "#server/storage/connection/readiness.ts";
import type { Database } from "#server/storage/tables.ts";
import { cachedFor } from "./cached-for.ts";

const maxAgeMs = 1_000;
/** The longest wait for the store: over a broken network connection, the store gives no answer at all. */
const maxWaitMs = 2_500;
const retryAfterSeconds = 1;

/** Says only that the process answers. */
export function answerHealth(): Response {
  return new Response("ok\n", { headers: neverCached });
}

export type ReadinessDeps = {
  database: Database;
  log: Logger;
  clock: () => number;
  /** Aborted when the server is about to stop, so that a load balancer sends requests elsewhere. */
  stopping: AbortSignal;
};

/** Makes a test write, so the answer says whether a sign-up could be stored now. */
export function createReadiness({
  database,
  log,
  clock,
  stopping,
}: ReadinessDeps): () => Promise<Response> {
  const canStore = cachedFor(maxAgeMs, clock, async () => {
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
    const ready = await Promise.race([canStore(), sleep(maxWaitMs, false, { ref: false })]);
    return ready ? answerHealth() : notReady("cannot store");
  };
}

function notReady(reason: string): Response {
  return new Response(`${reason}\n`, {
    status: 503,
    headers: { ...neverCached, "Retry-After": String(retryAfterSeconds) },
  });
}
