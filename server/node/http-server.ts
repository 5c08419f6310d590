import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { answerBrokenRequest, brokenRequestText } from "./broken-request.ts";
import { type GracefulServer, makeGraceful } from "./graceful-server.ts";

/**
 * A slow sender must not keep a connection open for ever. An unused one stays open longer than at proxies (nginx and ALB:
 * 60 s): otherwise a proxy could send a sign-up on a connection that was just closed.
 */
const timeouts = {
  keepAliveTimeout: 75_000,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
};

/** Closes sockets without traffic for 60 s: slow readers, and phones that lost their network. */
const maxIdleMs = 60_000;

/** An HTTP/1.0 request may have no host, and its URL needs one. This value is used for nothing else. */
const missingHost = "localhost";

/** HTTP server with timeouts on every connection. Malformed requests get the same JSON error as any other refusal. */
export function createHttpServer(app: Hono): GracefulServer {
  const listener = getRequestListener(
    (request, env) =>
      // Node accepts a host like "1.2.3.4.5", but no valid URL contains it.
      isHostRight(env.incoming) && URL.canParse(request.url)
        ? app.fetch(request, env)
        : answerBrokenRequest(),
    { errorHandler: answerError, hostname: missingHost },
  );
  // Node would refuse a missing host with an empty answer; ours is the JSON error.
  const graceful = makeGraceful({ ...timeouts, requireHostHeader: false }, listener);
  handleBrokenRequests(graceful);
  return graceful;
}

/**
 * A request must name one host: of two, a proxy could use the other one (RFC 9112, 3.2). HTTP/1.0 may leave the host out,
 * as HAProxy's `option httpchk` does.
 */
function isHostRight({
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, "httpVersion" | "rawHeaders">): boolean {
  const hosts: (string | undefined)[] = [];
  // A plain loop, because it runs for every request. Names are at even places, each followed by its value.
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === "host") hosts.push(rawHeaders[at + 1]);
  if (hosts.length === 0) return httpVersion === "1.0";
  return hosts.length === 1 && hosts[0] !== "";
}

/** The app answers its own errors: only errors from before the app come here. */
function answerError(error: unknown): Response {
  if (error instanceof RequestError) return answerBrokenRequest();
  throw error;
}

function handleBrokenRequests({ server, answerOn }: GracefulServer): void {
  server.timeout = maxIdleMs;
  // Keeps half-closed connections open until we have answered. Node has no public option, so we set the internal flag.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // A second answer in the middle of the first one would be read as part of it.
    const answering = answerOn(socket)?.headersSent ?? false;
    refuse(socket, answering ? undefined : (error.code ?? ""));
  });
  server.on("connect", (_, socket) => refuse(socket, "CONNECT"));
  // Node's own answer has no body and none of our headers.
  server.on("checkExpectation", ({ socket }) => refuse(socket, "EXPECTATION"));
}

/** Cuts the connection when the answer has been sent, without waiting for the client to close it. */
function refuse(socket: Duplex, errorCode: string | undefined): void {
  if (errorCode === undefined || errorCode === "ECONNRESET" || !socket.writable) socket.destroy();
  else socket.end(brokenRequestText(errorCode), () => socket.destroy());
}
