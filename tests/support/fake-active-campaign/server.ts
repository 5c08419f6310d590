import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, send } from "./answer.ts";
import { type Call, pathOf, readCall } from "./call.ts";
import type { FakeRequest } from "./limits.ts";

export type RequestLog = { requests: FakeRequest[]; requestTimes: number[] };

export type Desk = {
  log: RequestLog;
  clock: () => number;
  respond: (call: Call) => Answer;
  page: () => string;
  latencyMs: number;
};

/** The page at `/`, everything else is a call and is kept. */
export function createDesk(desk: Desk): Server {
  return createServer((request, response) => {
    if (request.url !== "/") return void answer(desk, request, response);
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(desk.page());
  });
}

async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse) {
  const at = desk.clock();
  const entry = { at, method: request.method ?? "GET", path: pathOf(request), status: 0 };
  desk.log.requests.push(entry);
  desk.log.requestTimes.push(at);
  const call = await readCall(request, at);
  if (call === undefined) return;
  const given = desk.respond(call);
  // Nobody waits for an answer once the fake has stopped.
  if (desk.latencyMs > 0) await sleep(desk.latencyMs, undefined, { ref: false });
  entry.status = send(given, request, response);
}

/** On this machine only; gives the address. */
export async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const open = typeof address === "object" && address !== null ? address.port : port;
  return `http://127.0.0.1:${open}`;
}

/** Ends also what hangs. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Somebody who followed a redirect, and what they gave away. */
export type Follower = { method: string; path: string; token: string | undefined };

/** Another host, where nobody should ever arrive. */
export async function startElsewhere() {
  const followers: Follower[] = [];
  const server = createServer(({ method = "GET", url: path = "/", headers }, response) => {
    const token = headers["api-token"];
    followers.push({ method, path, token: typeof token === "string" ? token : undefined });
    response.end("{}");
  });
  const url = await listen(server, 0);
  return { url, followers, stop: () => close(server) };
}
