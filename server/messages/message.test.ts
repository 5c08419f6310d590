import { expect, test } from "vitest";
import { trouble } from "#server/facts/fact.ts";
import { requestOf, testMessage, troubleMessage } from "./message.ts";

const site = "https://example.com";
const at = Date.parse("2026-11-11T23:05:00Z");
const value = "Nenhum grupo está aberto.";
const todo = "Crie outro: npm run leads -- groups add <link>";
const full = trouble("Grupos do WhatsApp, que estão cheios", value, todo, {
  alarm: "grupos-cheios",
});
const groups = troubleMessage(full, { name: "grupos-cheios", state: "began", at, site });

test("any address gets the message as JSON, with the command and the panel", () => {
  const { url, request } = requestOf("https://relay.example/a?b=c", groups);
  expect(url).toBe("https://relay.example/a?b=c");
  expect(request).toMatchObject({
    method: "POST",
    headers: { "Content-Type": "application/json" },
  });
  expect(bodyOf(request)).toEqual({
    state: "began",
    name: "grupos-cheios",
    title: `Problema: ${full.name}`,
    text: expect.stringContaining(value),
    site,
    at: "2026-11-11T23:05:00.000Z",
  });
  expect(groups.text).toContain(todo);
  expect(groups.text).toContain("https://example.com/painel");
});

test("ntfy gets the text as it is, and a title that survives in a header", () => {
  const { request } = requestOf("https://ntfy.example.org/topic", testMessage(site, at));
  const headers = new Headers(request.headers);
  const [, word = ""] = /^=\?UTF-8\?B\?([\w+/=]+)\?=$/.exec(headers.get("title") ?? "") ?? [];
  expect(Buffer.from(word, "base64").toString()).toBe("Mensagem de teste");
  expect(request.body).toBe(testMessage(site, at).text);
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
