import { createServer } from "node:net";

const loopback = "127.0.0.1";

/** Returns this port if it is free, and any free port for 0; undefined if another program has it. */
export function findFreePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen({ host: loopback, port: wanted }, () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : wanted;
      server.close(() => resolve(port));
    });
  });
}
