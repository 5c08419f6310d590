import { expect, test } from "vitest";
import { type Answer, readAnswer } from "./answer.ts";

test.each<[Parameters<typeof readAnswer>[0], Answer]>([
  [
    { status: 200, body: {} },
    { kind: "done", body: {} },
  ],
  [
    { status: 201, body: {} },
    { kind: "done", body: {} },
  ],
  [{ status: 200, body: undefined }, byChance("status 200, not JSON")],
  [{ status: 429, body: {} }, account("status 429", 30_000)],
  [{ status: 429, body: undefined, retryAfter: "7" }, account("status 429", 7_000)],
  [{ status: 429, body: {}, retryAfter: "soon" }, account("status 429", 30_000)],
  [{ status: 429, body: {}, retryAfter: "901" }, account("status 429", 900_000)],
  [{ status: 429, body: {}, retryAfter: "0" }, account("status 429", 1_000)],
  [{ status: 429, body: {}, retryAfter: "99999999999" }, account("status 429", 900_000)],
  [{ status: 400, body: { message: "Rate limit exceeded." } }, account("status 400", 30_000)],
  [{ status: 401, body: {} }, refused(401)],
  [{ status: 403, body: undefined }, refused(403)],
  [{ status: 404, body: {} }, refused(404)],
  [{ status: 422, body: {} }, refused(422, {})],
  [{ status: 408, body: {} }, byChance("status 408")],
  [{ status: 503, body: {} }, byChance("status 503")],
  [
    { status: 402, body: undefined },
    { kind: "failed", reason: "status 402, not JSON" },
  ],
  [
    { status: 402, body: {} },
    { kind: "failed", reason: "status 402" },
  ],
  [
    { status: 422, body: undefined },
    { kind: "failed", reason: "status 422, not JSON" },
  ],
  [
    { status: 301, body: {} },
    { kind: "failed", reason: "status 301" },
  ],
])("%j is read as %j", (given, answer) => {
  expect(readAnswer(given)).toEqual(answer);
});

function byChance(reason: string): Answer {
  return { kind: "failed", reason, byChance: true };
}

function refused(status: number, body?: unknown): Answer {
  return { kind: "failed", reason: `status ${status}`, refusal: { status, body } };
}

function account(reason: string, forMs: number): Answer {
  return { kind: "account", state: "asks-for-rest", reason, forMs };
}
