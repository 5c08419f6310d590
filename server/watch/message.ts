import { unescape as decode } from "node:querystring";
import type { Trouble, TroubleName } from "#phrases/alarms.ts";
import { reasonOf } from "#server/active-campaign/client.ts";

/** What a person is told. It holds nothing about a visitor. */
export type Message = {
  state: "began" | "over" | "test";
  /** The trouble; `teste` for a test. A message that comes twice has the same name, state and time. */
  name: TroubleName | "teste";
  title: string;
  text: string;
  /** The public address of the site. */
  site: string;
  at: number;
};

export function troubleMessage(
  { alarm: name, title, sentence, command, over }: Trouble,
  { state, at, site }: { state: "began" | "over"; at: number; site: string },
): Message {
  const words =
    state === "began"
      ? { title, text: `${sentence}\nNo servidor, rode: ${command}` }
      : { title: `Acabou: ${title}`, text: over };
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

/** The request that carries the message to ntfy, Telegram, Slack or any other address: the first three have a form of their own. */
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

/** https://docs.ntfy.sh/publish/: the text is the body, and the title is a header. */
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

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escapeForSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** How a receiver took a request. A reason holds a status or a code, and never the address, which is a secret. */
export type RequestOutcome =
  | { kind: "accepted"; status: number }
  | { kind: "failed"; reason: string }
  /** The server is stopping. */
  | { kind: "interrupted" };

export type Sending = {
  fetch: typeof fetch;
  url: string;
  request: RequestInit;
  stopped: AbortSignal;
  maxAnswerMs?: number;
};

const defaultMaxAnswerMs = 10_000;

/** Sends one request and reads only the head of its answer, so that a long answer costs nothing. It never throws. */
export async function send(sending: Sending): Promise<RequestOutcome> {
  const { fetch, request, stopped, maxAnswerMs = defaultMaxAnswerMs } = sending;
  const { address, headers } = withPasswordInHeader(sending.url, request.headers);
  try {
    const answer = await fetch(address, {
      ...request,
      headers,
      // A redirect could send a secret to another address.
      redirect: "manual",
      signal: AbortSignal.any([stopped, AbortSignal.timeout(maxAnswerMs)]),
    });
    void answer.body?.cancel().catch(() => undefined);
    const { status } = answer;
    return answer.ok
      ? { kind: "accepted", status }
      : { kind: "failed", reason: `status ${status}` };
  } catch (error) {
    return stopped.aborted ? { kind: "interrupted" } : { kind: "failed", reason: reasonOf(error) };
  }
}

/** `fetch` refuses an address with a user and a password, which belong into a header. */
function withPasswordInHeader(
  url: string,
  others: RequestInit["headers"],
): { address: string; headers: Headers } {
  const address = new URL(url);
  const headers = new Headers(others);
  const { username, password } = address;
  if (username !== "" || password !== "") {
    // This decodes what it can: `decodeURIComponent` would throw at a password with a percent sign.
    const pair = `${decode(username)}:${decode(password)}`;
    headers.set("Authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  }
  address.username = "";
  address.password = "";
  return { address: address.href, headers };
}
