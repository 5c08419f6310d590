import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test.each([
  ["https://ntfy.sh/topic", "config"],
  ["http://localhost:4000/relay", "config"],
  ["http://[::1]:4000/relay", "config"],
  ["https://api.telegram.org/bot1:key/sendMessage?chat_id=-5", "config"],
  ["https://api.telegram.org/bot1:key/sendMessage", "mistakes"],
  ["http://relay.example.com/", "mistakes"],
  ["ftp://relay.example.com/", "mistakes"],
  ["relay.example.com", "mistakes"],
])("ALERT_URL=%s gives %s", (ALERT_URL, kind) => {
  expect(readConfig({ ALERT_URL }).kind).toBe(kind);
});

test("a wrong address of messages is named, and not repeated, because it is a secret", () => {
  const secret = { ALERT_URL: "http://canary.example.com", HEARTBEAT_URL: "canary" };
  const read = readConfig(secret);
  const mistakes = read.kind === "mistakes" ? read.mistakes : [];
  expect(mistakes.map((mistake) => mistake.split(" ")[0])).toEqual(["ALERT_URL", "HEARTBEAT_URL"]);
  expect(mistakes.join()).not.toContain("canary");
});
