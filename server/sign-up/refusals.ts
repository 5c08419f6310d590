import type { RefusalCode } from "#lead/contract.ts";
import { type AnswerHead, neverCached } from "#server/http/headers.ts";

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

export function refusalHead(
  headers: Record<string, string>,
  code: RefusalCode,
  waitMs?: number,
): AnswerHead {
  const wait = waitMs === undefined ? {} : { "Retry-After": String(Math.ceil(waitMs / 1_000)) };
  return {
    status: statuses[code],
    headers: { ...headers, ...neverCached, ...extraHeaders[code], ...wait },
  };
}
