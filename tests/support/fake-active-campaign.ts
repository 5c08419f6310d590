import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  addTag,
  type Call,
  type FakeContact,
  type FakeState,
  type FakeTag,
  readBody,
  replyTo,
} from "./fake-active-campaign-calls.ts";

export type FakeOptions = {
  port?: number;
  token?: string;
  /** Names of tags that stand there already. */
  tags?: string[];
  /** Above it the answer is 429, as from the vendor; none when left out. */
  requestsPerSecond?: number;
};

export type FakeActiveCampaign = {
  url: string;
  contacts: FakeContact[];
  tags: FakeTag[];
  /** When each request came, in milliseconds. */
  requestTimes: number[];
  stop(): Promise<void>;
};

/** ActiveCampaign as far as we use it, over real HTTP on this machine. */
export async function startFakeActiveCampaign(
  options: FakeOptions = {},
): Promise<FakeActiveCampaign> {
  const { port = 0, token = "fake-token", tags = [], requestsPerSecond = Infinity } = options;
  const state: FakeState = { contacts: [], tags: [], requestTimes: [], token, requestsPerSecond };
  for (const tag of tags) addTag(state, tag);
  const server = createServer((request, response) => void answer(state, request, response));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  const openPort = typeof address === "object" && address !== null ? address.port : port;
  const { contacts, requestTimes } = state;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${openPort}`, contacts, tags: state.tags, requestTimes, stop };
}

async function answer(state: FakeState, request: IncomingMessage, response: ServerResponse) {
  if (request.url === "/") return showPage(state, response);
  const reply = replyTo(state, await readCall(request));
  response.writeHead(reply.status, { "Content-Type": "application/json", ...reply.headers });
  response.end(JSON.stringify(reply.body));
}

function showPage({ contacts }: FakeState, response: ServerResponse): void {
  const shown = JSON.stringify(contacts, null, 2).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(
    `<!doctype html><title>Fake ActiveCampaign</title><meta http-equiv="refresh" content="2">
<h1>Fake ActiveCampaign</h1><p>${contacts.length} contacts arrived.</p><pre>${shown}</pre>`,
  );
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const token = String(request.headers["api-token"]);
  const path = url.pathname.replace("/api/3", "");
  return {
    method: request.method ?? "GET",
    path,
    query: url.searchParams,
    body: readBody(text),
    token,
  };
}
