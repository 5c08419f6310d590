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

/** An HTTP server whose visitors can be shown out before it closes. */
export type GracefulServer = {
  server: Server;
  /** From now on every answer, also to what is under way, ends its connection. */
  showOut(): void;
  /** When somebody last connected or asked, in milliseconds of `performance.now()`. */
  lastAskedAt(): number;
  /** Lets in whoever stands at the door, then nobody; done when everybody is gone. */
  close(): Promise<void>;
  /** Ends the connections on which nothing is under way, and nothing half-received. */
  closeUnused(): void;
  /** What was last asked on it, if that is not over yet. */
  answerOn(socket: Duplex): ServerResponse | undefined;
};

type Visitors = {
  /** What was last asked on each connection. To listen for the end of each answer would be a tenth of a sign-up. */
  latest: Map<Duplex, ServerResponse>;
  /** How many, where it is more than one. */
  unanswered: Map<Socket, number>;
  /** Connections on which nothing was asked yet, and since when. */
  newcomers: Map<Socket, number>;
  /** Requests that are answered in a moment. */
  held: (() => void)[] | undefined;
  leaving: boolean;
  letIn: number;
  lastAskedAt: number;
};

/** A connection on which nothing has come for so long was opened in advance: a browser does that. */
const firstBytesWithinMs = 500;
const letInWithinMs = 1_000;
const shortTurnMs = 0.1;

/** Browsers ask one thing at a time on a connection. Who asks for more than this without reading is after our memory. */
const mostUnanswered = 16;

export function makeGraceful(options: ServerOptions, listener: RequestListener): GracefulServer {
  const visitors = nobodyYet();
  const server = createServer(options, (request, response) => {
    noteRequest(visitors, request.socket, response);
    if (request.socket.destroyed) return;
    if (visitors.held) visitors.held.push(() => listener(request, response));
    else listener(request, response);
  });
  server.on("connection", (socket) => noteConnection(visitors, socket));
  return {
    server,
    showOut() {
      visitors.leaving = true;
      for (const response of visitors.latest.values()) response.shouldKeepAlive = false;
    },
    lastAskedAt: () => visitors.lastAskedAt,
    close: () => closeDoor(server, visitors),
    closeUnused: () => closeUnused(server, visitors),
    answerOn(socket) {
      const response = visitors.latest.get(socket);
      return response?.writableFinished ? undefined : response;
    },
  };
}

function nobodyYet(): Visitors {
  return {
    latest: new Map(),
    unanswered: new Map(),
    newcomers: new Map(),
    held: undefined,
    leaving: false,
    letIn: 0,
    lastAskedAt: 0,
  };
}

function noteConnection(visitors: Visitors, socket: Socket): void {
  visitors.letIn += 1;
  visitors.lastAskedAt = performance.now();
  visitors.newcomers.set(socket, visitors.lastAskedAt);
  socket.once("close", () => {
    visitors.newcomers.delete(socket);
    visitors.latest.delete(socket);
    visitors.unanswered.delete(socket);
  });
}

function noteRequest(visitors: Visitors, socket: Socket, response: ServerResponse): void {
  visitors.lastAskedAt = performance.now();
  visitors.newcomers.delete(socket);
  response.shouldKeepAlive &&= !visitors.leaving;
  countUnanswered(visitors, socket);
  visitors.latest.set(socket, response);
}

function countUnanswered({ latest, unanswered }: Visitors, socket: Socket): void {
  if (latest.get(socket)?.writableFinished ?? true) {
    unanswered.delete(socket);
    return;
  }
  const count = (unanswered.get(socket) ?? 1) + 1;
  unanswered.set(socket, count);
  if (count > mostUnanswered) socket.destroy();
}

/**
 * What waits in the system's queue when a port closes is reset, though it may have been sent long ago;
 * Node lets in one of them each turn. Nobody is answered meanwhile, who would only queue up again.
 */
async function closeDoor(server: Server, visitors: Visitors): Promise<void> {
  const held: (() => void)[] = [];
  visitors.held = held;
  const giveUpAt = performance.now() + letInWithinMs;
  while (!(await nobodyAtTheDoor(visitors)) && performance.now() < giveUpAt);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  visitors.held = undefined;
  for (const answer of held) answer();
  return closed;
}

/** After a long turn, as one with a commit in it, somebody may have come since Node looked. */
async function nobodyAtTheDoor(visitors: Visitors): Promise<boolean> {
  const before = visitors.letIn;
  const startedAt = performance.now();
  await nextTurn();
  return visitors.letIn === before && performance.now() - startedAt < shortTurnMs;
}

/** Node takes a connection for busy until something came on it. */
function closeUnused(server: Server, { newcomers }: Visitors): void {
  server.closeIdleConnections();
  for (const [socket, since] of newcomers)
    if (socket.bytesRead === 0 && performance.now() - since > firstBytesWithinMs) socket.destroy();
}
