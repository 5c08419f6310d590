import type { Server } from "node:http";

/** On this machine only; gives the address. */
export async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const open = typeof address === "object" && address !== null ? address.port : port;
  return `http://127.0.0.1:${open}`;
}

/** Ends also what hangs. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
