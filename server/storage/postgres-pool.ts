import pg from "pg";

export type PoolLimits = {
  size: number;
  connectWithinMs: number;
};

/** A pool that outlives its server: what breaks is thrown out, and the next query connects anew. */
export function openPool(url: string, { size, connectWithinMs }: PoolLimits): pg.Pool {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
  });
  // A connection that breaks would end the process, an idle one by the first event, one in use by
  // the second. Whoever uses it, or is the next to, is told by the query.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/**
 * A server behind a broken network neither answers nor hangs up, and Node waits for ever. So whoever
 * holds a connection for too long has it cut: the query fails, and the pool forgets the connection.
 */
export function cutWhenHeldFor(pool: pg.Pool, ms: number): void {
  const cuts = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  pool.on("acquire", (client) => cuts.set(client, setTimeout(cut, ms, client, ms)));
  pool.on("release", (_, client) => clearTimeout(cuts.get(client)));
}

function cut({ connection }: pg.PoolClient, ms: number): void {
  connection.stream.destroy(new Error(`timeout: Postgres gave no answer within ${ms} ms`));
}
