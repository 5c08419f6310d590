import { expect, test } from "vitest";
import { readAnswer } from "./answer-outcomes.ts";
import type { Answer } from "./client.ts";

test.each<[Answer, ReturnType<typeof readAnswer>]>([
  [answer(200, {}), { kind: "done", body: {} }],
  [answer(201, {}), { kind: "done", body: {} }],
  [answer(200, undefined), { kind: "retry-later", reason: "status 200, not JSON" }],
  [answer(429, {}), { kind: "rate-limited", reason: "status 429", backOffMs: 30_000 }],
  [answer(429, undefined, "7"), { kind: "rate-limited", reason: "status 429", backOffMs: 7_000 }],
  [answer(429, {}, "soon"), { kind: "rate-limited", reason: "status 429", backOffMs: 30_000 }],
  [answer(429, {}, "901"), { kind: "rate-limited", reason: "status 429", backOffMs: 900_000 }],
  [answer(429, {}, "0"), { kind: "rate-limited", reason: "status 429", backOffMs: 1_000 }],
  [
    answer(429, {}, "99999999999"),
    { kind: "rate-limited", reason: "status 429", backOffMs: 900_000 },
  ],
  [
    answer(400, { message: "Rate limit exceeded." }),
    { kind: "rate-limited", reason: "status 400", backOffMs: 30_000 },
  ],
  [answer(401, {}), { kind: "account-refused", reason: "status 401" }],
  [answer(403, undefined), { kind: "account-refused", reason: "status 403" }],
  [answer(422, {}), { kind: "refused", reason: "status 422", body: {} }],
  [answer(404, {}), { kind: "not-found", reason: "status 404" }],
  [answer(408, {}), { kind: "retry-later", reason: "status 408" }],
  [answer(402, undefined), { kind: "retry-later", reason: "status 402, not JSON" }],
  [{ kind: "interrupted" }, { kind: "interrupted", reason: "stopped" }],
  [answer(301, {}), { kind: "retry-later", reason: "status 301" }],
  [answer(503, {}), { kind: "retry-later", reason: "status 503" }],
  [
    { kind: "no-answer", reason: "ECONNREFUSED" },
    { kind: "retry-later", reason: "ECONNREFUSED" },
  ],
])("%j is read as %j", (given, reading) => {
  expect(readAnswer(given)).toEqual(reading);
});

function answer(status: number, body: unknown, retryAfter: string | null = null): Answer {
  return { kind: "answer", status, body, retryAfter };
}
