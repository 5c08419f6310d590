import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { codeOf } from "#server/store/connection/errors.ts";

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
/**
 * The most requests on one connection. Without a limit, requests of a client that waits for no answer could fill our
 * memory.
 */
const maxRequestsOfConnection = 100;

export type Listening =
  | { kind: "listening"; port: number; close: () => Promise<void> }
  | { kind: "refused"; mistake: string };

type Address = { host: string; port: number };

/** The connections to all ports: the server must know them when it closes the ports. */
type Connections = {
  open: Set<Socket>;
  /** The time of the last new connection or request, in milliseconds of `performance.now()`. */
  lastUsedAt: number;
  isClosing: boolean;
};

/**
 * Browsers open `localhost` at 127.0.0.1 or at ::1. The server listens on both, so that no other program answers on one
 * of them.
 */
const ipv4Loopback = "127.0.0.1";
const ipv6Loopback = "::1";

/** Answers requests at an address until it is closed. Mistakes that the operator can correct are returned as a text. */
export async function listen(
  app: Hono,
  { host, port }: Address,
  limits = connectionLimits,
): Promise<Listening> {
  const connections: Connections = { open: new Set(), lastUsedAt: 0, isClosing: false };
  const open = (at: Address) => openPort(createHttpServer(app, connections, limits), at);
  try {
    const first = await open({ host: host === "localhost" ? ipv4Loopback : host, port });
    const opened = portOf(first) ?? port;
    const others = host === "localhost" ? await openOnIpv6(open, opened) : [];
    const close = () => closeGently([first, ...others], connections);
    return { kind: "listening", port: opened, close };
  } catch (error) {
    const mistake = explain(error, { host, port });
    if (mistake === undefined) throw error;
    return { kind: "refused", mistake };
  }
}

/** A server that hands each request to the application. */
function createHttpServer(
  app: Hono,
  connections: Connections,
  limits: typeof connectionLimits,
): Server {
  const answer = getRequestListener(
    async (request, env) => {
      // Node accepts a host like "1.2.3.4.5", but no valid URL contains it.
      if (!URL.canParse(request.url)) return new Response(null, { status: 400 });
      const response = await app.fetch(request, env);
      // Each answer of a closing server ends its connection: otherwise a client could send one more request on it.
      if (connections.isClosing) response.headers.set("Connection", "close");
      return response;
    },
    // A request in HTTP/1.0 may name no host, like those of HAProxy's `option httpchk`. Only such requests get this
    // host.
    { hostname: "localhost" },
  );
  const server = createServer(limits, (request, response) => {
    connections.lastUsedAt = performance.now();
    void answer(request, response);
  });
  server.timeout = maxIdleMs;
  server.maxRequestsPerSocket = maxRequestsOfConnection;
  server.on("connection", (socket: Socket) => {
    connections.lastUsedAt = performance.now();
    connections.open.add(socket);
    socket.once("close", () => connections.open.delete(socket));
  });
  return server;
}

function openPort(server: Server, at: Address): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at, () => {
      server.off("error", reject);
      resolve(server);
    });
  });
}

/** Listens on IPv6 as well. A machine without IPv6 needs no second server. */
async function openOnIpv6(open: (at: Address) => Promise<Server>, port: number): Promise<Server[]> {
  try {
    return [await open({ host: ipv6Loopback, port })];
  } catch (error) {
    if (["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(codeOf(error))) return [];
    throw error;
  }
}

function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === "object" ? address?.port : undefined;
}

/**
 * The ports close when no request has come for this time: a proxy needs some time to notice that the server is not
 * ready.
 */
const quietMs = 500;
/** Requests may delay the closing of the ports for this time at most. */
const maxDrainMs = 3_000;
/**
 * Answers may take this long from the start of the closing. The other 3 s of the 10 s for a stop are for the databases.
 */
const maxAnswerMs = 7_000;
const lookAgainMs = 50;

/** First answers the requests that still arrive, then closes the ports, and then waits for the answers under way. */
async function closeGently(servers: Server[], connections: Connections): Promise<void> {
  const startedAt = performance.now();
  const passed = (since: number) => performance.now() - since;
  connections.isClosing = true;
  while (
    passed(Math.max(startedAt, connections.lastUsedAt)) < quietMs &&
    passed(startedAt) < maxDrainMs
  )
    await sleep(lookAgainMs);
  const closing = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  const closed = Promise.all(closing).then(() => true);
  while (!(await Promise.race([closed, sleep(lookAgainMs, false)]))) {
    // Browsers open connections in advance. Node does not call a connection without any byte idle, so it is closed
    // here.
    for (const socket of connections.open) if (socket.bytesRead === 0) socket.destroy();
    for (const server of servers)
      if (passed(startedAt) > maxAnswerMs) server.closeAllConnections();
      else server.closeIdleConnections();
  }
}

function explain(error: unknown, { host, port }: Address): string | undefined {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return `A porta ${port} de ${host} já está em uso. Se este site já roda, pare-o com Ctrl-C na janela dele e tente de novo; senão, escreva uma porta livre em PORT, no .env.`;
    case "EACCES":
      return `Este usuário não pode abrir a porta ${port} de ${host}. Escreva em PORT, no .env, o número 1024 ou um maior.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return `HOST é "${host}", que não é um endereço desta máquina. Escreva localhost ou 0.0.0.0 em HOST, no .env.`;
    default:
      return undefined;
  }
}
