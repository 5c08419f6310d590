import { expect } from "vitest";
import { messages } from "#content/messages.ts";
import { refusals } from "#content/refusals.ts";
import type { RefusalCode } from "#lead/contract.ts";
import { escapeHtml } from "#server/pages/event-pages.ts";
import { nonPageHeaders } from "#server/pages/security.ts";
import {
  allowedOrigin,
  type Contract,
  ownOrigin,
  type Runtime,
} from "#tests/support/contract/runtime.ts";
import { countStored } from "#tests/support/contract/senders.ts";
import { answersToForms, answersToScripts, type Row } from "./every-answer.ts";

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const givenId = { "x-request-id": "0af7651916cd43dd8448eb211c80319c" };
/** This id contains a telephone number, so it is not accepted as a request id, and the answer gets a new id. */
const noId = { "x-request-id": "5511987654321" };
const otherOrigins = ["https://other.example", "null", `${allowedOrigin}.evil.example`];

export const answers: Contract = {
  ...eachOf(answersToScripts, "to a script", expectCode),
  ...eachOf(answersToForms, "to a person", expectPage),
};

type Expect = (expected: Row[1], answer: Response) => Promise<void>;

function eachOf(rows: readonly Row[], who: string, expectOwn: Expect): Contract {
  const named = rows.map(
    (row) =>
      [
        `${row[0]}: the answer ${who}, and who may read it`,
        (runtime: Runtime) => expectAnswer(runtime, row, expectOwn),
      ] as const,
  );
  return Object.fromEntries(named);
}

async function expectAnswer(runtime: Runtime, [, expected, send]: Row, expectOwn: Expect) {
  const { status, code } = expected;
  const before = await countStored(runtime);
  const first = await send(runtime, { ...givenId, cookie: "a=b" });
  expect(first.headers.get("set-cookie")).toBeNull();
  expect(first.status).toBe(status);
  expect(first.headers.get("x-request-id")).toBe(givenId["x-request-id"]);
  await expectOwn(expected, first);
  for (const origin of [ownOrigin, allowedOrigin]) {
    const headers = await headersOf(send(runtime, { origin, ...noId }), status);
    expect(headers.get("x-request-id")).toMatch(uuid);
    expect(headers.get("access-control-allow-origin")).toBe(origin);
    expect(headers.get("access-control-expose-headers")).toBe("Retry-After, X-Request-Id");
    expect(headers.get("vary")).toContain("Origin");
  }
  for (const origin of otherOrigins) {
    const headers = await headersOf(send(runtime, { origin }), status);
    const names = [...headers.keys()];
    expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(headers.get("vary")).toContain("Origin");
  }
  // A refusal must store nothing. The answer `key-reused` is left out, because it needs a sign-up stored before.
  if (status >= 400 && code !== "key-reused") expect(await countStored(runtime)).toBe(before);
}

async function headersOf(answered: Promise<Response>, status: number): Promise<Headers> {
  const answer = await answered;
  await answer.arrayBuffer();
  expect(answer.status).toBe(status);
  return answer.headers;
}

async function expectCode({ status, code }: Row[1], answer: Response): Promise<void> {
  expect(Object.fromEntries(answer.headers)).toMatchObject(commonTo(nonPageHeaders));
  expect(answer.headers.get("allow")).toBe(status === 405 ? "POST" : null);
  expectRetryAfter(answer);
  const text = await answer.text();
  if (code === undefined) return;
  expect(answer.headers.get("content-type")).toBe("application/json");
  const fields = code === "invalid-lead" ? { fields: expect.any(Array) } : {};
  expect(JSON.parse(text)).toEqual({ ok: false, code, message: refusals[code], ...fields });
}

/** The common headers in lower case, as `fetch` returns their names. */
function commonTo(headers: Record<string, string>) {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...Object.fromEntries(lower), "cache-control": "no-store" };
}

function expectRetryAfter({ status, headers }: Response): void {
  const seconds = headers.get("retry-after");
  expect(seconds).toBe(status === 503 ? "5" : null);
}

async function expectPage({ status, code }: Row[1], answer: Response): Promise<void> {
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("etag")).toBeNull();
  expect(answer.headers.get("allow")).toBe(status === 405 ? "POST" : null);
  expectRetryAfter(answer);
  const page = await answer.text();
  if (code === undefined) return;
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page).toContain(escapeHtml(sentenceFor(code)));
  expect(page).not.toMatch(/\{\{|data-if-/);
}

/** For these codes the error page is sent, which has the same text for all of them. */
const withoutForm: readonly RefusalCode[] = [
  "malformed",
  "method-not-allowed",
  "too-large",
  "unsupported-type",
];

/** The sentence that tells a person why a form was refused. */
function sentenceFor(code: RefusalCode): string {
  if (code === "invalid-lead") return messages.fieldProblems.name.required;
  return withoutForm.includes(code) ? messages.unexpectedError.title : refusals[code];
}
