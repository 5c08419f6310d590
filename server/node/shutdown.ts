import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#server/storage/tables.ts";
import type { GracefulServer } from "./graceful-server.ts";

export type Running = {
  servers: GracefulServer[];
  /** Aborted first: `/readyz` answers 503 from then on. */
  stopping: AbortController;
  workers: { stop(): Promise<void> }[];
  databases: Set<Database>;
};

/** Proxies and browsers with an open connection send their next request within this time, and its answer ends the connection. */
const quietMs = 500;
/** The rest of the 10 s that the whole stop may take is for slow answers, the courier and the database. */
const maxDrainMs = 3_000;
const maxAnswerMs = 7_000;
const lookAgainMs = 50;

/** First answers the requests that still arrive, then closes the ports, and closes the databases last. */
export async function stopInOrder({
  servers,
  stopping,
  workers,
  databases,
}: Running): Promise<void> {
  const answerUntil = performance.now() + maxAnswerMs;
  stopping.abort();
  for (const server of servers) server.stopKeepAlive();
  await Promise.all([
    drain(servers).then(() => closeAll(servers, answerUntil)),
    ...workers.map((worker) => worker.stop()),
  ]);
  for (const database of databases) await database.destroy();
}

/** Still accepts connections: a load balancer needs a moment to see that this server is no longer ready. */
async function drain(servers: GracefulServer[]): Promise<void> {
  const startedAt = performance.now();
  const quietSince = () => Math.max(startedAt, ...servers.map((server) => server.lastUsedAt()));
  const isOver = (now: number) => now - quietSince() >= quietMs || now - startedAt >= maxDrainMs;
  while (!isOver(performance.now())) await sleep(lookAgainMs);
}

async function closeAll(servers: GracefulServer[], until: number): Promise<void> {
  const closed = Promise.all(servers.map((server) => server.close())).then(() => true);
  // A connection becomes unused only when its answer has been sent, so look again and again.
  while (!(await Promise.race([closed, sleep(lookAgainMs, false)]))) {
    // After the next turn Node has read everything that had arrived: a connection that looks unused then is unused.
    await nextTurn();
    for (const server of servers) server.closeUnused();
    if (performance.now() > until) for (const { server } of servers) server.closeAllConnections();
  }
}
