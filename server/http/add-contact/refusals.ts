import type { RefusalCode } from "#lead/contract.ts";
import { bareHeaders } from "#server/http/pages/security-headers.ts";

/** Every refusal has one status and nothing else about it changes. */
const statuses: Record<RefusalCode, number> = {
  malformed: 400,
  unauthorized: 401,
  "method-not-allowed": 405,
  "too-large": 413,
  "unsupported-type": 415,
  "invalid-lead": 422,
  "key-reused": 422,
  "too-many": 429,
  unexpected: 500,
  unavailable: 503,
};

export const refusalCodes = Object.keys(statuses);

const retryAfterSeconds = 5;

const extraHeaders: Partial<Record<RefusalCode, Record<string, string>>> = {
  "method-not-allowed": { Allow: "POST" },
  unavailable: { "Retry-After": String(retryAfterSeconds) },
};

/** What an answer begins with, whether a script or a person reads the rest. */
export type Head = { status: number; headers: Record<string, string> };

/** For answers that are no page and hold only for whoever asked. */
export const neverCached = { ...bareHeaders, "Cache-Control": "no-store" };

export function refusalHead(
  headers: Record<string, string>,
  code: RefusalCode,
  waitMs?: number,
): Head {
  const wait = waitMs === undefined ? {} : { "Retry-After": String(Math.ceil(waitMs / 1_000)) };
  return {
    status: statuses[code],
    headers: { ...headers, ...neverCached, ...extraHeaders[code], ...wait },
  };
}
