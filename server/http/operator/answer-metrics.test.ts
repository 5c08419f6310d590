import { expect, onTestFinished, test } from "vitest";
import { openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { answerMetrics } from "./answer-metrics.ts";
import { createMetrics } from "./metrics.ts";

const token = "0123456789abcdef";
const forwarded = { "x-forwarded-for": "9.9.9.9" };

test.each([
  ["a request from this machine", "127.0.0.1", {}, undefined],
  ["a request from this machine by IPv6", "::1", {}, undefined],
  ["a request from this machine by IPv4 within IPv6", "::ffff:127.0.0.1", {}, undefined],
  [
    "a request from another machine with the token",
    "9.9.9.9",
    { authorization: `Bearer ${token}` },
    token,
  ],
  [
    "a request through a proxy with the token",
    "127.0.0.1",
    { authorization: `bearer ${token}`, ...forwarded },
    token,
  ],
])("%s may read the metrics", async (_, peer, headers, known) => {
  const answer = await ask(headers, { peer, token: known });
  expect(answer?.status).toBe(200);
  expect(answer?.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer?.headers.get("cache-control")).toBe("no-store");
  expect(await answer?.text()).toContain("# TYPE sign_ups_accepted_total counter");
});

test.each([
  ["a request from another machine", "9.9.9.9", {}, undefined],
  ["a request from another machine without the token", "9.9.9.9", {}, token],
  ["a request with a wrong token", "9.9.9.9", { authorization: `Bearer ${token}x` }, token],
  [
    "a request with a token if none is set",
    "9.9.9.9",
    { authorization: "Bearer undefined" },
    undefined,
  ],
  ["a request with an empty token", "9.9.9.9", { authorization: "Bearer " }, token],
  ["a request from an unknown address", undefined, {}, undefined],
  ["a request through a proxy on this machine", "127.0.0.1", forwarded, undefined],
  ["a request with a Forwarded header", "::1", { forwarded: "for=9.9.9.9" }, undefined],
  ["a request with a Via header", "127.0.0.1", { via: "1.1 proxy" }, undefined],
  ["a request from an address that only begins like this machine's", "127x.example", {}, undefined],
])("%s may not read the metrics", async (_, peer, headers, known) => {
  expect(await ask(headers, { peer, token: known })).toBeUndefined();
});

async function ask(
  headers: Record<string, string>,
  access: { peer: string | undefined; token: string | undefined },
) {
  const { database, close } = await openTemporaryDatabase();
  onTestFinished(close);
  const metrics = createMetrics(database, () => 0);
  return answerMetrics(metrics, new Request("http://localhost/metrics", { headers }), access);
}
