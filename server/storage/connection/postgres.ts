import pg from "pg";
import { StoreOutage } from "./errors.ts";

export type PoolLimits = {
  size: number;
  connectWithinMs: number;
};

/** `read_only_sql_transaction`: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const readOnlyCode = "25006";

/** After this a connection is made anew, because the address may by then name another server. */
const maxLifetimeSeconds = 300;

/** A pool that outlives its server: what breaks is thrown out, and the next query connects anew. */
export function openPool(url: string, { size, connectWithinMs }: PoolLimits): pg.Pool {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    maxLifetimeSeconds,
    verify: (client, done) => void refuseReadOnly(client, connectWithinMs).then(done, done),
  });
  // A connection that breaks would end the process, an idle one by the first event, one in use by
  // the second. Whoever uses it, or is the next to, is told by the query.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  leaveReadOnly(pool);
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
  connection.stream.destroy(new StoreOutage(`timeout: Postgres gave no answer within ${ms} ms`));
}

/** A standby takes connections too, and refuses only what is written. */
async function refuseReadOnly(client: pg.PoolClient, withinMs: number): Promise<undefined> {
  if (!(await isReadOnly(client, withinMs))) return undefined;
  // PgBouncer would keep its own connection to the standby. It ends one whose client leaves in the middle of a transaction.
  await client.query("begin");
  throw new StoreOutage("Postgres can only be read: it is a standby, or set to be read only");
}

/** Needs its own time limit: a pooler accepts a connection at once, and its first query then waits for a server. */
async function isReadOnly(client: pg.PoolClient, withinMs: number): Promise<boolean> {
  const tooLate = setTimeout(cut, withinMs, client, withinMs);
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>(
      "show transaction_read_only",
    );
    return rows[0]?.transaction_read_only === "on";
  } finally {
    clearTimeout(tooLate);
  }
}

/**
 * Ends a connection after a write was refused as read-only. The connection works otherwise, so with
 * steady traffic the pool would keep it for ever.
 */
function leaveReadOnly(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on("connect", (client) => {
    client.connection.on("errorMessage", ({ code }: { code?: string }) => {
      if (code === readOnlyCode) readOnly.add(client);
    });
  });
  pool.on("release", (_, client) => {
    if (readOnly.has(client)) void client.end();
  });
}
