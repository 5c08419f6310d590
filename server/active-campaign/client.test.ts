import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { startHttpServer } from "#tests/support/start-http-server.ts";
import { connectActiveCampaign } from "./client.ts";

test("a request without an answer ends in time, also after a collection", async () => {
  const request = await connectToSlowServer(60_000, { maxAnswerMs: 400, maxBytes: 1_000 });
  setFlagsFromString("--expose-gc");
  const clearing = setInterval(() => runInNewContext("gc")(), 50);
  onTestFinished(() => clearInterval(clearing));
  expect(await request()).toEqual({ kind: "lead", reason: "TimeoutError" });
});

/** The server sends its HTTP response after this time on the real clock, not on a simulated one. */
async function connectToSlowServer(
  afterMs: number,
  limits: { maxAnswerMs: number; maxBytes: number },
) {
  const { url } = await startHttpServer((_, response) => {
    void sleep(afterMs, undefined, { ref: false }).then(() => response.end("{}"));
  });
  const settings = {
    url,
    token: "fake-token",
    list: undefined,
    tags: [],
    nextTags: [],
    enteredTag: "entered",
  };
  const activeCampaign = connectActiveCampaign(settings, { fetch, limits });
  return () => activeCampaign({ method: "GET", path: "/users/me" }, new AbortController().signal);
}
