import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, send } from "./answer.ts";
import { type Call, pathOf, readCall } from "./call.ts";

export type FakeRequest = {
  /** When the request came, in milliseconds since 1970. */
  at: number;
  method: string;
  path: string;
  /** The HTTP status of the answer; 0 as long as there is no answer. */
  status: number;
};

type ServerConfig = {
  requests: FakeRequest[];
  clock: () => number;
  respond: (call: Call) => Answer;
  page: () => string;
  latencyMs: number;
};

/** Serves the developer's page at `/`. Every request to another path is a call to the API, and is recorded. */
export function createFakeServer(config: ServerConfig): Server {
  return createServer((request, response) => {
    if (request.url !== "/") return void answer(config, request, response);
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(config.page());
  });
}

async function answer(config: ServerConfig, request: IncomingMessage, response: ServerResponse) {
  const at = config.clock();
  const recorded = { at, method: request.method ?? "GET", path: pathOf(request), status: 0 };
  config.requests.push(recorded);
  const call = await readCall(request, at);
  if (call === undefined) return;
  const given = config.respond(call);
  // `ref: false`, because a late answer must not keep a process alive after the fake has stopped.
  if (config.latencyMs > 0) await sleep(config.latencyMs, undefined, { ref: false });
  recorded.status = send(given, request, response);
}

/** Lets the server listen on a port that only this machine can reach, and returns its URL. */
export async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const open = typeof address === "object" && address !== null ? address.port : port;
  return `http://127.0.0.1:${open}`;
}

/** Stops the server, and also ends the connections on which a request still waits for an answer. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A request to the host to which redirects lead. A client sends it only if it follows a redirect. */
export type FollowedRedirect = { method: string; path: string; token: string | undefined };

/**
 * Starts a second host, the target of redirects. No client should follow them, because it would send its ActiveCampaign
 * token to that host.
 */
export async function startOtherHost() {
  const followed: FollowedRedirect[] = [];
  const server = createServer(({ method = "GET", url: path = "/", headers }, response) => {
    const token = headers["api-token"];
    followed.push({ method, path, token: typeof token === "string" ? token : undefined });
    response.end("{}");
  });
  const url = await listen(server, 0);
  return { url, followed, stop: () => close(server) };
}
