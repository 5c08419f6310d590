import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { answerBrokenRequest, brokenRequestText } from "./broken-request.ts";
import { type GracefulServer, makeGraceful } from "./graceful-server.ts";

/**
 * A slow sender must not hold a connection for ever. An unused one is kept longer than proxies keep theirs (nginx and ALB:
 * 60 s), or a proxy could send a sign-up on a connection that was just closed.
 */
const patience = {
  keepAliveTimeout: 75_000,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
};

/** Somebody who asks and then doesn't read; a phone that lost its network looks the same. */
const maxBackOffMs = 60_000;

/** The host in the address of an HTTP/1.0 request, which may name none. Nothing else uses it. */
const namelessHost = "localhost";

/** A server whose connections end, whoever holds them, and that refuses what is no request in the shape of all refusals. */
export function createHttpServer(app: Hono): GracefulServer {
  const listener = getRequestListener(
    (request, env) =>
      // Node accepts a host like "1.2.3.4.5", but it makes no valid address.
      isHostRight(env.incoming) && URL.canParse(request.url)
        ? app.fetch(request, env)
        : answerBrokenRequest(),
    { errorHandler: answerError, hostname: namelessHost },
  );
  // Node would refuse a missing host with an empty answer; we answer it like every other refusal.
  const drained = makeGraceful({ ...patience, requireHostHeader: false }, listener);
  guard(drained);
  return drained;
}

type Head = Pick<IncomingMessage, "httpVersion" | "rawHeaders">;

/**
 * A request must name one host: of two, a proxy could use the other one (RFC 9112, 3.2). HTTP/1.0 may leave the host out,
 * as HAProxy's `option httpchk` does.
 */
function isHostRight({ httpVersion, rawHeaders }: Head): boolean {
  const hosts: (string | undefined)[] = [];
  // A loop, since this runs for each request: names stand at even places, each before its value.
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === "host") hosts.push(rawHeaders[at + 1]);
  if (hosts.length === 0) return httpVersion === "1.0";
  return hosts.length === 1 && hosts[0] !== "";
}

function guard({ server, answerOn }: GracefulServer): void {
  server.timeout = maxBackOffMs;
  // Who says that they will ask no more still waits for the answer; Node would hang up on them, and has no option for it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const begun = answerOn(socket)?.headersSent ?? false;
    refuse(socket, begun ? undefined : (error.code ?? ""));
  });
  server.on("connect", (_, socket) => refuse(socket, "CONNECT"));
  // Node's own answer has no body and none of our headers.
  server.on("checkExpectation", ({ socket }) => refuse(socket, "EXPECTATION"));
}

/** The app answers its own errors: what comes here never reached it. */
function answerError(error: unknown): Response {
  if (error instanceof RequestError) return answerBrokenRequest();
  throw error;
}

/** Cut off once the answer is out: who doesn't hear is not waited for. */
function refuse(socket: Duplex, errorCode: string | undefined): void {
  if (errorCode === undefined || errorCode === "ECONNRESET" || !socket.writable) socket.destroy();
  else socket.end(brokenRequestText(errorCode), () => socket.destroy());
}
