import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { type GracefulServer, makeGraceful } from "#server/node/graceful-server.ts";

const connections = 40;
const maxSleepMs = 10_000;

type Close = (graceful: GracefulServer) => unknown;

// When a port closes, the system resets the connections that wait in its queue. The plain close, after which none gets
// an answer, shows that the connections were in the queue.
test.each<{ how: string; close: Close; answered: number }>([
  { how: "graceful", close: (graceful) => graceful.close(), answered: connections },
  { how: "plain", close: ({ server }) => server.close(), answered: 0 },
])(
  `a server that closes while ${connections} new connections wait in its queue answers $answered of them after a $how close`,
  async ({ close, answered }) => {
    const graceful = makeGraceful({}, (_, response) => response.end());
    graceful.server.listen(0, "127.0.0.1");
    await once(graceful.server, "listening");
    const visitors = queueConnections(graceful);
    void close(graceful);
    const [statuses]: string[][] = await once(visitors, "message");
    expect(statuses).toHaveLength(connections);
    expect(statuses?.filter((status) => status === "HTTP/1.1 200 OK")).toHaveLength(answered);
  },
);

/**
 * Blocks this thread until another thread has sent a request on each connection. So Node cannot accept the connections,
 * and they wait in the system's queue.
 */
function queueConnections({ server }: GracefulServer): Worker {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const wake = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const script = new URL("../support/faults/queued-connections.mjs", import.meta.url);
  const worker = new Worker(script, { workerData: { port, connections, wake } });
  onTestFinished(async () => void (await worker.terminate()));
  expect(Atomics.wait(wake, 0, 0, maxSleepMs)).not.toBe("timed-out");
  return worker;
}
