import { setImmediate as afterReading, setTimeout as sleep } from "node:timers/promises";
import type { Courier } from "#server/delivery/courier.ts";
import type { Database } from "#server/storage/tables.ts";
import type { GracefulServer } from "./graceful-server.ts";

export type Running = {
  servers: GracefulServer[];
  /** Tells `/readyz`. */
  stopping: AbortController;
  courier: Courier;
  databases: Set<Database>;
};

/** Whoever uses us has asked again by then, and was told that the connection ends. */
const quietMs = 500;
/** The rest of the 10 s that the whole stop may take is for slow answers, the courier and the database. */
const drainWithinMs = 3_000;
const answersWithinMs = 7_000;
/** A connection becomes unused once its answer is out. */
const lookAgainMs = 50;

/** Those who ask are answered and shown out, then nobody is let in, and the database closes last. */
export async function stopInOrder({ servers, ...rest }: Running): Promise<void> {
  const { stopping, courier, databases } = rest;
  const askedUntil = performance.now() + answersWithinMs;
  stopping.abort();
  for (const server of servers) server.showOut();
  await Promise.all([drain(servers).then(() => closeAll(servers, askedUntil)), courier.stop()]);
  for (const database of databases) await database.destroy();
}

/** Still lets everybody in: a balancer needs a moment to see that we are no longer ready. */
async function drain(servers: GracefulServer[]): Promise<void> {
  const startedAt = performance.now();
  const quietSince = () => Math.max(startedAt, ...servers.map((server) => server.lastAskedAt()));
  const isOver = (now: number) => now - quietSince() >= quietMs || now - startedAt >= drainWithinMs;
  while (!isOver(performance.now())) await sleep(lookAgainMs);
}

async function closeAll(servers: GracefulServer[], until: number): Promise<void> {
  const closed = Promise.all(servers.map((server) => server.close())).then(() => true);
  while (!(await Promise.race([closed, sleep(lookAgainMs, false)]))) {
    // Node has then just read whatever had arrived: a connection that looks unused is.
    await afterReading();
    for (const server of servers) server.closeUnused();
    if (performance.now() > until) for (const { server } of servers) server.closeAllConnections();
  }
}
