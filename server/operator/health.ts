import { setTimeout as sleep } from "node:timers/promises";
import type { ServerContext } from "#server/context.ts";
import { adviceOn } from "#server/facts/fact.ts";
import { neverCached } from "#server/pages/security.ts";
import { cachedFor } from "./cached-for.ts";
import { storing } from "./store-facts.ts";

const maxAgeMs = 1_000;
/**
 * The milliseconds that `/readyz` waits for the store's answer: over a broken network connection no answer ever comes.
 */
const maxWaitMs = 2_500;
const retryAfterSeconds = 1;

/** Answers `/healthz`: the response shows that the process runs, but not that the store works. */
export function answerHealth(): Response {
  return new Response("ok\n", { headers: neverCached });
}

/**
 * Answers `/readyz` after a test write to the store, so that the response shows whether a sign-up could be stored now.
 */
export function createReadiness({
  signUpDatabase,
  log,
  clock,
  stopping,
}: ServerContext): () => Promise<Response> {
  const canStore = cachedFor(maxAgeMs, clock, async () => {
    const { error, ...fact } = await storing(signUpDatabase);
    const { level, alarm, name, value } = fact;
    if (level === "trouble") log.error({ alarm, error }, `${name}: ${value} ${adviceOn(fact)}`);
    return level !== "trouble";
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
