import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";

/** An HTTP server that can close without breaking off a request. */
export type GracefulServer = {
  server: Server;
  /** From now on each response ends its connection, also the response to a request that is being handled. */
  stopKeepAlive(): void;
  /** The time of the last new connection or request, in milliseconds of `performance.now()`. */
  lastUsedAt(): number;
  /** Accepts the waiting connections, then closes the port. Resolves when all connections have ended. */
  close(): Promise<void>;
  /** Ends the connections on which no request is being received or answered. */
  closeUnused(): void;
  /** The response to the last request on this connection; undefined if it has been sent. */
  answerOn(socket: Duplex): ServerResponse | undefined;
};

type Connections = {
  /** The last response on each connection. Listening for the end of each would take a tenth of a sign-up's time. */
  lastAnswers: Map<Duplex, ServerResponse>;
  /** The number of unanswered requests on a connection, if there is more than one. */
  unanswered: Map<Socket, number>;
  /** Connections without any request yet, with the time at which they were accepted. */
  silentConnections: Map<Socket, number>;
  /** The requests that wait until the port is closed; undefined while requests are handled at once. */
  postponed: (() => void)[] | undefined;
  keepAlive: boolean;
  accepted: number;
  lastUsedAt: number;
};

/** A connection without a byte for these milliseconds counts as opened by a browser in advance. */
const maxFirstByteMs = 500;
const maxBacklogMs = 1_000;
const shortTurnMs = 0.1;

/**
 * Browsers send one request at a time on a connection. More unanswered requests than this on one connection are an
 * attempt to fill our memory.
 */
const maxUnanswered = 16;

export function makeGraceful(options: ServerOptions, listener: RequestListener): GracefulServer {
  const connections: Connections = {
    lastAnswers: new Map(),
    unanswered: new Map(),
    silentConnections: new Map(),
    postponed: undefined,
    keepAlive: true,
    accepted: 0,
    lastUsedAt: 0,
  };
  const server = createServer(options, (request, response) => {
    noteRequest(connections, request.socket, response);
    if (request.socket.destroyed) return;
    if (connections.postponed) connections.postponed.push(() => listener(request, response));
    else listener(request, response);
  });
  server.on("connection", (socket) => noteConnection(connections, socket));
  return {
    server,
    stopKeepAlive() {
      connections.keepAlive = false;
      for (const response of connections.lastAnswers.values()) response.shouldKeepAlive = false;
    },
    lastUsedAt: () => connections.lastUsedAt,
    close: () => closeAfterBacklog(server, connections),
    closeUnused: () => closeUnused(server, connections),
    answerOn(socket) {
      const response = connections.lastAnswers.get(socket);
      return response?.writableFinished ? undefined : response;
    },
  };
}

function noteRequest(connections: Connections, socket: Socket, response: ServerResponse): void {
  connections.lastUsedAt = performance.now();
  connections.silentConnections.delete(socket);
  response.shouldKeepAlive &&= connections.keepAlive;
  limitUnanswered(connections, socket);
  connections.lastAnswers.set(socket, response);
}

function limitUnanswered({ lastAnswers, unanswered }: Connections, socket: Socket): void {
  if (lastAnswers.get(socket)?.writableFinished ?? true) {
    unanswered.delete(socket);
    return;
  }
  const count = (unanswered.get(socket) ?? 1) + 1;
  unanswered.set(socket, count);
  if (count > maxUnanswered) socket.destroy();
}

function noteConnection(connections: Connections, socket: Socket): void {
  connections.accepted += 1;
  connections.lastUsedAt = performance.now();
  connections.silentConnections.set(socket, connections.lastUsedAt);
  socket.once("close", () => {
    connections.silentConnections.delete(socket);
    connections.lastAnswers.delete(socket);
    connections.unanswered.delete(socket);
  });
}

/**
 * Accepts connections until the kernel's accept queue is empty, one in each turn of the event loop, because closing the
 * port resets the connections in this queue. Requests are handled only after that, because clients that have an answer
 * would connect again.
 */
async function closeAfterBacklog(server: Server, connections: Connections): Promise<void> {
  const postponed: (() => void)[] = [];
  connections.postponed = postponed;
  const giveUpAt = performance.now() + maxBacklogMs;
  while (!(await backlogIsEmpty(connections)) && performance.now() < giveUpAt);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  connections.postponed = undefined;
  for (const handle of postponed) handle();
  return closed;
}

/**
 * Whether one turn of the event loop brought no new connection. After a long turn, for example one with a commit, the
 * result is false, because the turn may hide a new connection.
 */
async function backlogIsEmpty(connections: Connections): Promise<boolean> {
  const before = connections.accepted;
  const startedAt = performance.now();
  await nextTurn();
  return connections.accepted === before && performance.now() - startedAt < shortTurnMs;
}

/** Ends unused connections. For Node a connection without any byte yet is not idle: `closeIdleConnections` leaves it open. */
function closeUnused(server: Server, { silentConnections }: Connections): void {
  server.closeIdleConnections();
  for (const [socket, acceptedAt] of silentConnections)
    if (socket.bytesRead === 0 && performance.now() - acceptedAt > maxFirstByteMs) socket.destroy();
}
