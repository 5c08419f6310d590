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
