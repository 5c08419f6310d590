import type { Fact } from "#server/facts/fact.ts";

/** A message to the operator. It contains nothing about a visitor. */
export type Message = {
  state: "began" | "over" | "test" | "changed";
  /**
   * The name of the trouble, or the words of an action; `teste` for a test. Two deliveries of the same message have
   * the same name, state and time.
   */
  name: string;
  title: string;
  text: string;
  /** The public address of the site. */
  site: string;
  at: number;
};

export function troubleMessage(
  { name: title, value, todo }: Fact,
  { name, state, at, site }: Pick<Message, "name" | "at" | "site"> & { state: "began" | "over" },
): Message {
  const words =
    state === "began"
      ? { title: `Problema: ${title}`, text: [value, todo].filter((line) => line).join("\n") }
      : { title: `Resolvido: ${title}`, text: value };
  return { state, name, title: words.title, text: `${words.text}\n${site}/painel`, site, at };
}

export function testMessage(site: string, at: number): Message {
  return {
    state: "test",
    name: "teste",
    title: "Mensagem de teste",
    text: "Se você lê isto, os alarmes do servidor chegam até você. Não há nada a fazer.",
    site,
    at,
  };
}

/**
 * The message about a change in the panel. With such a change an intruder could send visitors elsewhere, so the
 * operator must know.
 */
export function changeMessage(
  text: string,
  { name, site, at }: Pick<Message, "name" | "site" | "at">,
): Message {
  return {
    state: "changed",
    name,
    title: "Mudança pelo painel",
    text: `${text}. Se não foi a sua equipe, encerre os acessos ao painel.\n${site}/painel`,
    site,
    at,
  };
}

/**
 * The request that carries the message to ntfy, Telegram, Slack or any other address. Each of these three services has
 * its own format.
 */
export function requestOf(
  address: string,
  message: Message,
): { url: string; request: RequestInit } {
  const url = new URL(address);
  const { hostname } = url;
  const { title, text, at } = message;
  if (hostname.startsWith("ntfy.")) return ntfyRequest(url, message);
  if (hostname === "api.telegram.org") {
    const query = Object.fromEntries(url.searchParams);
    url.search = "";
    return jsonRequest(url, { ...query, text: `${title}\n${text}` });
  }
  if (hostname === "hooks.slack.com")
    return jsonRequest(url, { text: escapeForSlack(`*${title}*\n${text}`) });
  return jsonRequest(url, { ...message, at: new Date(at).toISOString() });
}

/** A request to ntfy (https://docs.ntfy.sh/publish/): the text is the body, and the title is a header. */
function ntfyRequest(url: URL, { state, title, text }: Message) {
  const isOver = state === "over";
  const request = {
    method: "POST",
    headers: {
      // A header carries only ASCII, so the title is an encoded word: https://www.rfc-editor.org/rfc/rfc2047
      Title: `=?UTF-8?B?${Buffer.from(title).toString("base64")}?=`,
      Priority: isOver ? "default" : "high",
      Tags: isOver ? "white_check_mark" : "warning",
    },
    body: text,
  };
  return { url: url.href, request };
}

function jsonRequest(url: URL, body: object) {
  const headers = { "Content-Type": "application/json" };
  return { url: url.href, request: { method: "POST", headers, body: JSON.stringify(body) } };
}

/** Escapes a text as Slack asks: https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeForSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
