import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { close, listen } from "#tests/support/fake-active-campaign/listen.ts";
import { connectActiveCampaign } from "./active-campaign.ts";

/** By real time. */
const slowMs = 14_000;

test("an answer that takes fourteen seconds is heard", async () => {
  const server = createServer((_, response) => {
    void sleep(slowMs, undefined, { ref: false }).then(() => response.end("{}"));
  });
  onTestFinished(() => close(server));
  const url = await listen(server, 0);
  const settings = { url, token: "fake-token", list: undefined, tags: [] };
  const ask = connectActiveCampaign(settings, { fetch });
  const answer = await ask({ method: "GET", path: "/users/me" }, new AbortController().signal);
  expect(answer).toMatchObject({ kind: "answer", status: 200 });
});
