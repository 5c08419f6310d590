import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type Loss = "everything" | "answers";

export type FaultProxy = {
  url: string;
  /**
   * After this call the proxy still accepts connections, but loses everything that is sent, or only the answers of
   * Postgres.
   */
  lose: (what: Loss) => void;
  /** Whether the proxy has lost any data. */
  hasLost: () => boolean;
  /**
   * After this call the proxy loses nothing on new connections. A connection that has already lost data never works
   * again.
   */
  restore: () => void;
  /** Makes the proxy forward new connections to this server. Open connections stay with the old server. */
  redirectTo: (target: string) => void;
  /** Closes all open connections through the proxy. */
  cut: () => void;
};

/**
 * A proxy in front of Postgres that loses data without closing connections, as a broken network does. It stops at the
 * end of the test, unless `whenDone` chooses another time.
 */
export async function startFaultProxy(
  target: string,
  whenDone: (end: () => void) => void = onTestFinished,
): Promise<FaultProxy> {
  let { hostname: host, port } = new URL(target);
  const open = new Set<Socket>();
  let loss: Loss | undefined;
  let hasLost = false;
  const isLost = (part: Loss) => {
    const lost = loss === "everything" || loss === part;
    hasLost ||= lost;
    return lost;
  };
  const proxy = createServer((client) => {
    const server = connect({ host, port: Number(port) });
    for (const socket of [client, server]) {
      open.add(socket);
      // Ignore errors of this socket: the proxy may still send data to it while the client or Postgres closes it.
      socket.on("error", () => undefined);
      socket.on("close", () => open.delete(socket));
    }
    client.on("close", () => server.destroy());
    server.on("close", () => loss === undefined && client.destroy());
    pass(client, server, () => isLost("everything"));
    pass(server, client, () => isLost("answers"));
  });
  const url = await listenInFrontOf(target, proxy);
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  whenDone(() => {
    proxy.close();
    cut();
  });
  return {
    url,
    lose: (what) => {
      loss = what;
    },
    hasLost: () => hasLost,
    restore: () => {
      loss = undefined;
    },
    redirectTo: (next) => {
      ({ hostname: host, port } = new URL(next));
    },
    cut,
  };
}

/** Forwards data. After a loss the connection stays silent, because its stream of data is no longer complete. */
function pass(from: Socket, to: Socket, isLost: () => boolean): void {
  let broken = false;
  from.on("data", (bytes) => {
    broken ||= isLost();
    if (!broken) to.write(bytes);
  });
}

/**
 * Makes the proxy listen on a free port of this machine. Returns the URL of the real Postgres, but with the port of the
 * proxy.
 */
async function listenInFrontOf(target: string, proxy: Server): Promise<string> {
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return Object.assign(new URL(target), { host: `127.0.0.1:${address.port}` }).href;
}
