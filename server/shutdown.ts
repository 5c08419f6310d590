import type { Server } from "node:http";
import type { Courier } from "#server/delivery/courier.ts";
import type { Database } from "#server/storage/tables.ts";

export type Running = { servers: Server[]; courier: Courier; database: Database };

/** A connection that was busy when we stopped listening becomes idle once its answer is out. */
const idleSweepMs = 50;
/** Leaves the courier and the database their share of the 10 s that the whole stop may take. */
const answersWithinMs = 7_000;

/** No new requests, those under way answered, then the courier, and the database last. */
export async function stopInOrder({ servers, courier, database }: Running): Promise<void> {
  await Promise.all([...servers.map(closeServer), courier.stop()]);
  await database.destroy();
}

function closeServer(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
  const cut = setTimeout(() => server.closeAllConnections(), answersWithinMs);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}
