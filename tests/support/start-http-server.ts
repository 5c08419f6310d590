import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";

/** Starts a server on a free port of this machine. The test decides its answers, and the server stops with the test. */
export async function startHttpServer(answer: RequestListener): Promise<{ url: string }> {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return { url: `http://127.0.0.1:${address.port}` };
}
