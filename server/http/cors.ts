import { contextHeader, idempotencyHeader } from "#lead/contract.ts";

/** What the page sends, and what Supabase's client adds to it. */
const allowedHeaders = [
  "authorization",
  "apikey",
  "content-type",
  "x-client-info",
  idempotencyHeader,
  contextHeader,
].join(", ");

const preflightSeconds = 86_400;

/** On every answer, errors too: without them a browser would hide from the page what went wrong. */
export function corsHeaders(
  origin: string | null,
  allowed: readonly string[],
): Record<string, string> {
  if (origin === null || !allowed.includes(origin)) return { Vary: "Origin" };
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": "Retry-After, X-Request-Id",
    Vary: "Origin",
  };
}

export function answerPreflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": "POST, OPTIONS",
      "Access-Control-Allow-Headers": allowedHeaders,
      "Access-Control-Max-Age": String(preflightSeconds),
      "Cache-Control": "no-store",
    },
  });
}
