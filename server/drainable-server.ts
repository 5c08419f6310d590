import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** An HTTP server whose visitors can be shown out before it closes. */
export type DrainableServer = {
  server: Server;
  /** From now on every answer, also to what is under way, ends its connection. */
  showOut(): void;
  /** When somebody last connected or asked, in milliseconds of `performance.now()`. */
  lastAskedAt(): number;
  /** Ends the connections on which nothing is under way, and nothing half-received. */
  closeUnused(): void;
};

/** A connection on which nothing has come for so long was opened in advance: a browser does that. */
const firstBytesWithinMs = 500;

export function drainable(server: Server): DrainableServer {
  const underWay = new Set<ServerResponse>();
  const newcomers = new Map<Socket, number>();
  let leaving = false;
  let lastAskedAt = 0;

  server.on("connection", (socket) => {
    lastAskedAt = performance.now();
    newcomers.set(socket, lastAskedAt);
    socket.once("close", () => newcomers.delete(socket));
  });
  // Before the application: it may have answered when the next listener's turn comes.
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    lastAskedAt = performance.now();
    newcomers.delete(socket);
    response.shouldKeepAlive &&= !leaving;
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });

  return {
    server,
    showOut() {
      leaving = true;
      for (const response of underWay) response.shouldKeepAlive = false;
    },
    lastAskedAt: () => lastAskedAt,
    closeUnused() {
      server.closeIdleConnections();
      // Node takes a connection for busy until something came on it.
      for (const [socket, since] of newcomers)
        if (socket.bytesRead === 0 && performance.now() - since > firstBytesWithinMs)
          socket.destroy();
    },
  };
}
