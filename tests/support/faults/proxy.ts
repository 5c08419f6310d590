import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type Loss = "everything" | "answers";

export type FaultProxy = {
  url: string;
  /**
   * From now on the proxy still accepts connections, but loses everything that is sent, or only the answers of
   * Postgres.
   */
  lose: (what: Loss) => void;
  /** New connections work again. A connection that has lost something never works again. */
  restore: () => void;
  /** New connections lead to this server; open connections stay. */
  redirectTo: (target: string) => void;
  /** Ends all open connections. */
  cut: () => void;
};

/** A proxy in front of Postgres that loses data without closing connections, as a broken network does. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let { hostname: host, port } = new URL(target);
  const open = new Set<Socket>();
  let loss: Loss | undefined;
  const proxy = createServer((client) => {
    const server = connect({ host, port: Number(port) });
    for (const socket of [client, server]) {
      open.add(socket);
      // Ignore this error: the other side may still send to a socket that is closing.
      socket.on("error", () => undefined);
      socket.on("close", () => open.delete(socket));
    }
    client.on("close", () => server.destroy());
    server.on("close", () => loss === undefined && client.destroy());
    pass(client, server, () => loss === "everything");
    pass(server, client, () => loss !== undefined);
  });
  const url = await listenInFrontOf(target, proxy);
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    proxy.close();
    cut();
  });
  return {
    url,
    lose: (what) => {
      loss = what;
    },
    restore: () => {
      loss = undefined;
    },
    redirectTo: (next) => {
      ({ hostname: host, port } = new URL(next));
    },
    cut,
  };
}

/** A connection that has lost something stays silent, because its stream is no longer whole. */
function pass(from: Socket, to: Socket, isLost: () => boolean): void {
  let broken = false;
  from.on("data", (bytes) => {
    broken ||= isLost();
    if (!broken) to.write(bytes);
  });
}

/** Listens on a free port of this machine. Returns the target's URL with this port. */
export async function listenInFrontOf(target: string, proxy: Server): Promise<string> {
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return Object.assign(new URL(target), { host: `127.0.0.1:${address.port}` }).href;
}
