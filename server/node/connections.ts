import { createServer, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";

/**
 * The time limits of a connection: without them a slow sender could keep a connection open for ever. An unused
 * connection stays open here longer than at a proxy (60 s): otherwise a proxy could send a sign-up on a connection that
 * we have just closed.
 */
export const connectionLimits = {
  keepAliveTimeout: 75_000,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
};

/** Closes sockets without traffic for 60 s: slow readers, and phones that lost their network. */
const maxIdleMs = 60_000;
/** Further requests of one connection are refused, so that requests that wait for no answer cannot fill our memory. */
const maxRequestsOfConnection = 100;

/** What the closing of the ports must know of the connections to all of them. */
export type Connections = {
  /** Connections without a byte until now, as browsers open them in advance. */
  silent: Set<Socket>;
  /**
   * The answer to the newest request of each open connection, until it has ended. It also leaves with its connection: Node
   * never closes an answer that waits behind another one when the client goes away.
   */
  newest: Map<Socket, ServerResponse>;
  /** The time of the last new connection or request, in milliseconds of `performance.now()`. */
  lastUsedAt: number;
  isClosing: boolean;
};

/** A server that hands each request to the application. */
export function createHttpServer(
  app: Hono,
  connections: Connections,
  limits: typeof connectionLimits,
): Server {
  const answer = getRequestListener(
    // Node accepts a host like "1.2.3.4.5", but no valid URL contains it.
    (request, env) =>
      URL.canParse(request.url) ? app.fetch(request, env) : new Response(null, { status: 400 }),
    // HTTP/1.0 may name no host, as HAProxy's `option httpchk` does. This value is used for nothing else.
    { hostname: "localhost" },
  );
  const server = createServer(limits, (request, response) => {
    connections.lastUsedAt = performance.now();
    connections.silent.delete(request.socket);
    const { socket } = request;
    connections.newest.set(socket, response);
    response.once("close", () => {
      if (connections.newest.get(socket) === response) connections.newest.delete(socket);
    });
    if (connections.isClosing) endConnectionWith(response);
    void answer(request, response);
  });
  server.timeout = maxIdleMs;
  server.maxRequestsPerSocket = maxRequestsOfConnection;
  server.on("connection", (socket: Socket) => {
    connections.lastUsedAt = performance.now();
    connections.silent.add(socket);
    socket.once("close", () => {
      connections.silent.delete(socket);
      connections.newest.delete(socket);
    });
  });
  return server;
}

/** Each answer of a closing server says that its connection ends. Otherwise a client could send one more request on it. */
export function endConnectionWith(response: ServerResponse): void {
  response.shouldKeepAlive = false;
}
