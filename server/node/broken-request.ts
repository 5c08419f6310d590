import { STATUS_CODES } from "node:http";
import { refusals as words } from "#content/refusals.ts";
import type { AddContactAnswer } from "#lead/contract.ts";
import { neverCached } from "#server/http/headers.ts";

type Refusal = { status: number; code: "malformed" | "too-large" | "method-not-allowed" };

/**
 * The refusal that answers each error code of Node's HTTP parser: https://nodejs.org/api/http.html#event-clienterror
 */
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: "too-large" },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: "too-large" },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "malformed" },
  CONNECT: { status: 405, code: "method-not-allowed" },
  EXPECTATION: { status: 417, code: "malformed" },
};

const malformed: Refusal = { status: 400, code: "malformed" };

/** The response to an HTTP request whose URL or host cannot exist. */
export function answerBrokenRequest(): Response {
  return new Response(bodyOf(malformed), { status: malformed.status, headers });
}

/**
 * The bytes of the response to a request that Node could not read, or did not receive in time, or that we don't
 * support.
 */
export function brokenRequestText(errorCode: string): string {
  const refusal = refusals[errorCode] ?? malformed;
  const body = bodyOf(refusal);
  const lines = Object.entries({ ...headers, "Content-Length": Buffer.byteLength(body) });
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    `\r\n${body}`,
  ].join("\r\n");
}

const headers = { ...neverCached, "Content-Type": "application/json", Connection: "close" };

function bodyOf({ code }: Refusal): string {
  const answer: AddContactAnswer = { ok: false, code, message: words[code] };
  return JSON.stringify(answer);
}
