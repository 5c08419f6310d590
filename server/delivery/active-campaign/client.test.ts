import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { close, listen } from "#tests/support/fake-active-campaign/server.ts";
import { connectActiveCampaign } from "./client.ts";

test("an answer that takes fourteen seconds is still used", async () => {
  const ask = await startSlow(14_000);
  expect(await ask()).toMatchObject({ kind: "answer", status: 200 });
});

test("a request without an answer ends after its time limit, also when garbage is collected meanwhile", async () => {
  const ask = await startSlow(10_000, { answerMs: 1_000, bytes: 1_000 });
  setFlagsFromString("--expose-gc");
  const clearing = setInterval(() => runInNewContext("gc")(), 100);
  onTestFinished(() => clearInterval(clearing));
  expect(await ask()).toEqual({ kind: "no-answer", reason: "TimeoutError" });
});

/** Connects with a real clock, not that of the test. */
async function startSlow(afterMs: number, limits?: { answerMs: number; bytes: number }) {
  const server = createServer((_, response) => {
    void sleep(afterMs, undefined, { ref: false }).then(() => response.end("{}"));
  });
  onTestFinished(() => close(server));
  const url = await listen(server, 0);
  const settings = { url, token: "fake-token", list: undefined, tags: [] };
  const ask = connectActiveCampaign(settings, { fetch, ...(limits && { limits }) });
  return () => ask({ method: "GET", path: "/users/me" }, new AbortController().signal);
}
