import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** What gets lost in the network. */
export type Loss = "everything" | "answers";

export type FaultProxy = {
  url: string;
  /** Connections are still accepted, but what is lost is neither passed on nor refused. */
  lose: (what: Loss) => void;
  /** New connections work; those that were open while something got lost never do again. */
  mend: () => void;
  /** Leads new connections to this server; open connections stay. */
  turnTo: (target: string) => void;
  /** Ends all open connections. */
  cut: () => void;
};

/** Stands between the product and a Postgres, as a network would that can break without a word. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let { hostname: host, port } = new URL(target);
  const open = new Set<Socket>();
  let loss: Loss | undefined;
  const server = createServer((near) => {
    const far = connect({ host, port: Number(port) });
    for (const socket of [near, far]) {
      open.add(socket);
      // One that ends takes the other along, which may not have been heard to the end.
      socket.on("error", () => undefined);
      socket.on("close", () => open.delete(socket));
    }
    near.on("close", () => far.destroy());
    far.on("close", () => loss === undefined && near.destroy());
    pass(near, far, () => loss === "everything");
    pass(far, near, () => loss !== undefined);
  });
  const url = await listenFor(server, target);
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    cut();
  });
  return {
    url,
    lose: (what) => {
      loss = what;
    },
    mend: () => {
      loss = undefined;
    },
    turnTo: (next) => {
      ({ hostname: host, port } = new URL(next));
    },
    cut,
  };
}

/** What one connection has lost, it cannot make up for: from then on it stays silent. */
function pass(from: Socket, to: Socket, isLost: () => boolean): void {
  let broken = false;
  from.on("data", (bytes) => {
    broken ||= isLost();
    if (!broken) to.write(bytes);
  });
}

async function listenFor(server: Server, target: string): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return Object.assign(new URL(target), { host: `127.0.0.1:${address.port}` }).href;
}
