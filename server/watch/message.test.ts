import { expect, test } from "vitest";
import { alarms, troubles } from "#phrases/alarms.ts";
import { requestOf, testMessage, troubleMessage } from "./message.ts";

const site = "https://example.com";
const at = Date.parse("2026-11-11T23:05:00Z");
const groups = troubleMessage(alarms.groupsFull, { state: "began", at, site });

test("any address gets the message as JSON, with the command and the panel", () => {
  const { url, request } = requestOf("https://relay.example/a?b=c", groups);
  expect(url).toBe("https://relay.example/a?b=c");
  expect(request).toMatchObject({
    method: "POST",
    headers: { "Content-Type": "application/json" },
  });
  const { title, sentence, command } = alarms.groupsFull;
  expect(bodyOf(request)).toEqual({
    state: "began",
    name: "grupos-cheios",
    title,
    text: expect.stringContaining(sentence),
    site,
    at: "2026-11-11T23:05:00.000Z",
  });
  expect(groups.text).toContain(command);
  expect(groups.text).toContain("https://example.com/painel");
});

test("ntfy gets the text as it is, and a title that survives in a header", () => {
  const { request } = requestOf("https://ntfy.example.org/topic", testMessage(site, at));
  const headers = new Headers(request.headers);
  const [, word = ""] = /^=\?UTF-8\?B\?([\w+/=]+)\?=$/.exec(headers.get("title") ?? "") ?? [];
  expect(Buffer.from(word, "base64").toString()).toBe("Mensagem de teste");
  expect(request.body).toBe(testMessage(site, at).text);
});

test("each title fits into one encoded word of a header", () => {
  for (const words of troubles)
    for (const state of ["began", "over"] as const) {
      const message = troubleMessage(words, { state, at, site });
      const { request } = requestOf("https://ntfy.sh/x", message);
      expect(new Headers(request.headers).get("title")?.length).toBeLessThanOrEqual(75);
    }
});

test("Telegram gets the conversation beside the text", () => {
  const address = "https://api.telegram.org/bot1:key/sendMessage?chat_id=-100";
  const { url, request } = requestOf(address, groups);
  expect(url).toBe("https://api.telegram.org/bot1:key/sendMessage");
  expect(bodyOf(request)).toEqual({ chat_id: "-100", text: `${groups.title}\n${groups.text}` });
});

test("Slack shows the signs of a command as they are", () => {
  const { request } = requestOf("https://hooks.slack.com/services/x", groups);
  expect(bodyOf(request)).toEqual({ text: expect.stringContaining("groups add &lt;link&gt;") });
});

function bodyOf({ body }: RequestInit): unknown {
  return typeof body === "string" ? JSON.parse(body) : body;
}
