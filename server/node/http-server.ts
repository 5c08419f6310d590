import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { Hono } from "hono";
import { answerBrokenRequest, brokenRequestText } from "./broken-request.ts";
import { type GracefulServer, makeGraceful } from "./graceful-server.ts";

/**
 * The time limits of a connection: without them a slow sender could keep a connection open for ever. An unused
 * connection stays open here longer than at proxies (nginx and ALB: 60 s): otherwise a proxy could send a sign-up on a
 * connection that we have just closed.
 */
export const connectionLimits = {
  keepAliveTimeout: 75_000,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
};

/** Closes sockets without traffic for 60 s: slow readers, and phones that lost their network. */
const maxIdleMs = 60_000;

/** The host in the URL of a request that names none, as HTTP/1.0 allows. This value is used for nothing else. */
const missingHost = "localhost";

/**
 * Creates an HTTP server with timeouts on every connection. Malformed requests get a JSON error, as all refused requests
 * do.
 */
export function createHttpServer(app: Hono, limits = connectionLimits): GracefulServer {
  const listener = getRequestListener(
    (request, env) =>
      // Node accepts a host like "1.2.3.4.5", but no valid URL contains it.
      isHostRight(env.incoming) && URL.canParse(request.url)
        ? app.fetch(request, env)
        : answerBrokenRequest(),
    { errorHandler: answerError, hostname: missingHost },
  );
  // Node's own check would refuse a missing host with an empty response; our check answers with the JSON error.
  const graceful = makeGraceful({ ...limits, requireHostHeader: false }, listener);
  handleBrokenRequests(graceful);
  return graceful;
}

/**
 * A request must name exactly one host: if it named two, a proxy could use the other one (RFC 9112, 3.2). HTTP/1.0 may
 * leave the host out, as HAProxy's `option httpchk` does.
 */
function isHostRight({
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, "httpVersion" | "rawHeaders">): boolean {
  const hosts: (string | undefined)[] = [];
  // A plain loop is fast, which counts because it runs for every request. The names of the headers are at even places,
  // each followed by its value.
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === "host") hosts.push(rawHeaders[at + 1]);
  if (hosts.length === 0) return httpVersion === "1.0";
  return hosts.length === 1 && hosts[0] !== "";
}

/** Answers the errors that happen before a request reaches the app: the app answers its own errors. */
function answerError(error: unknown): Response {
  if (error instanceof RequestError) return answerBrokenRequest();
  throw error;
}

function handleBrokenRequests({ server, answerOn }: GracefulServer): void {
  server.timeout = maxIdleMs;
  // Keeps half-closed connections open until we have answered. Node has no public option, so we set the internal flag.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // If a response is being sent, sends no second one: the client would read it as part of the first one.
    const answering = answerOn(socket)?.headersSent ?? false;
    refuse(socket, answering ? undefined : (error.code ?? ""));
  });
  server.on("connect", (_, socket) => refuse(socket, "CONNECT"));
  // We answer instead of Node, because Node's own response has no body and none of our headers.
  server.on("checkExpectation", ({ socket }) => refuse(socket, "EXPECTATION"));
}

/** Sends the refusal and then cuts the connection, without waiting for the client to close it. */
function refuse(socket: Duplex, errorCode: string | undefined): void {
  if (errorCode === undefined || errorCode === "ECONNRESET" || !socket.writable) socket.destroy();
  else socket.end(brokenRequestText(errorCode), () => socket.destroy());
}
