import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Hono } from "hono";
import {
  type Connections,
  connectionLimits,
  createHttpServer,
  endConnectionWith,
} from "./connections.ts";

export type Listening =
  | { kind: "listening"; port: number; close: () => Promise<void> }
  | { kind: "refused"; mistake: string };

type Address = { host: string; port: number };

/**
 * Browsers open `localhost` at one of these two network addresses. We listen on both, so that no other program answers
 * on one of them.
 */
const ipv4Loopback = "127.0.0.1";
const ipv6Loopback = "::1";

/** Answers requests at an address until it is closed. Mistakes that the operator can correct are returned as a text. */
export async function listen(
  app: Hono,
  { host, port }: Address,
  limits = connectionLimits,
): Promise<Listening> {
  const connections: Connections = {
    silent: new Set(),
    newest: new Map(),
    lastUsedAt: 0,
    isClosing: false,
  };
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

/** The ports close when nothing has come for these milliseconds: a proxy needs a moment to see that we are not ready. */
const quietMs = 500;
/** Requests may delay the closing of the ports for this time at most. */
const maxDrainMs = 3_000;
/** Answers may take this long from the start of the closing. The rest of the 10 s of a stop is for the databases. */
const maxAnswerMs = 7_000;
const lookAgainMs = 50;

/** First answers the requests that still arrive, then closes the ports, and then waits for the answers under way. */
async function closeGently(servers: Server[], connections: Connections): Promise<void> {
  const startedAt = performance.now();
  const passed = (since: number) => performance.now() - since;
  connections.isClosing = true;
  for (const response of connections.newest.values()) endConnectionWith(response);
  while (
    passed(Math.max(startedAt, connections.lastUsedAt)) < quietMs &&
    passed(startedAt) < maxDrainMs
  )
    await sleep(lookAgainMs);
  const closing = servers.map((server) => new Promise((resolve) => server.close(resolve)));
  const closed = Promise.all(closing).then(() => true);
  while (!(await Promise.race([closed, sleep(lookAgainMs, false)]))) {
    // For Node a connection without any byte is not idle.
    for (const socket of connections.silent) if (socket.bytesRead === 0) socket.destroy();
    for (const server of servers)
      if (passed(startedAt) > maxAnswerMs) server.closeAllConnections();
      else server.closeIdleConnections();
  }
}

function explain(error: unknown, { host, port }: Address): string | undefined {
  switch (codeOf(error)) {
    case "EADDRINUSE":
      return `A porta ${port} de ${host} já está em uso por outro programa. Pare esse programa ou escreva uma porta livre em PORT, no .env.`;
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

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
