import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/store/tables.ts";
import type { GracefulServer } from "./graceful-server.ts";

export type Running = {
  servers: GracefulServer[];
  /** Its signal is aborted as the first step of stopping the server: after this step `/readyz` answers 503. */
  stopping: AbortController;
  workers: { stop(): Promise<void> }[];
  /** Counts what the requests say, so it stops after the last answer. */
  visits: { stop(): Promise<void> };
  databases: Set<Database>;
};

/**
 * The ports close when no request has come for these milliseconds. Proxies and browsers with an open connection send
 * their next request within it, and the response ends the connection.
 */
const quietMs = 500;
/**
 * Requests may delay the closing of the ports for this time at most. The rest of the 10 s that the whole stop may take
 * is for slow responses, the courier and the database.
 */
const maxDrainMs = 3_000;
const maxAnswerMs = 7_000;
const lookAgainMs = 50;

/** First answers the requests that still arrive, then closes the ports, and closes the databases last. */
export async function stopInOrder({
  servers,
  stopping,
  workers,
  visits,
  databases,
}: Running): Promise<void> {
  const answerUntil = performance.now() + maxAnswerMs;
  stopping.abort();
  for (const server of servers) server.stopKeepAlive();
  await Promise.all([
    drain(servers).then(() => closeAll(servers, answerUntil)),
    ...workers.map((worker) => worker.stop()),
  ]);
  await visits.stop();
  for (const database of databases) await database.destroy();
}

/**
 * Waits until no more requests arrive, but still accepts connections: a load balancer needs a moment to see that this
 * server is no longer ready.
 */
async function drain(servers: GracefulServer[]): Promise<void> {
  const startedAt = performance.now();
  const quietSince = () => Math.max(startedAt, ...servers.map((server) => server.lastUsedAt()));
  const isOver = (now: number) => now - quietSince() >= quietMs || now - startedAt >= maxDrainMs;
  while (!isOver(performance.now())) await sleep(lookAgainMs);
}

async function closeAll(servers: GracefulServer[], until: number): Promise<void> {
  const closed = Promise.all(servers.map((server) => server.close())).then(() => true);
  // Looks again and again for unused connections, because a connection becomes unused only when its response has been
  // sent.
  while (!(await Promise.race([closed, sleep(lookAgainMs, false)]))) {
    // Waits for the next turn of the event loop: then Node has read everything that had arrived, and a connection that
    // looks unused is unused.
    await nextTurn();
    for (const server of servers) server.closeUnused();
    if (performance.now() > until) for (const { server } of servers) server.closeAllConnections();
  }
}
