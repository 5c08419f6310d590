import pg from "pg";
import { outages } from "#phrases/store-outages.ts";
import { StoreOutage } from "./errors.ts";

type PoolLimits = {
  size: number;
  connectWithinMs: number;
  /** How long an unused connection stays open. */
  idleMs?: number;
  /** The certificate of the authority that has signed Postgres' own, as text: for a platform without files. */
  ca?: string | undefined;
};

/** The code of the error `read_only_sql_transaction`: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const readOnlyCode = "25006";

/**
 * A connection is replaced after this time, because the host name in the store's URL may by then name another server.
 */
const maxLifetimeSeconds = 300;
const usualIdleMs = 10_000;

/**
 * Opens a pool that survives a restart of the Postgres server: a broken connection is dropped, and the next query makes
 * a new one.
 */
export function openPool(
  url: string,
  { size, connectWithinMs, idleMs = usualIdleMs, ca }: PoolLimits,
): pg.Pool {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    ...(ca === undefined ? {} : { ssl: { ca } }),
    max: size,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    maxLifetimeSeconds,
    verify: (client, done) => void refuseReadOnly(client, connectWithinMs).then(done, done),
  });
  // Without these listeners a broken connection would end the process: the first is for an idle connection, the second
  // for one in use. The query that uses the connection, or the next query, fails and reports the cause.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  leaveReadOnly(pool);
  return pool;
}

/**
 * Cuts a connection that is in use for too long: its query fails, and the pool drops it. A server behind a broken
 * network neither answers nor closes the connection, and Node would wait for ever.
 */
export function cutWhenInUseFor(pool: pg.Pool, ms: number): void {
  const cuts = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  pool.on("acquire", (client) => cuts.set(client, setTimeout(cut, ms, client, ms)));
  pool.on("release", (_, client) => clearTimeout(cuts.get(client)));
}

function cut({ connection }: pg.PoolClient, ms: number): void {
  connection.stream.destroy(new StoreOutage(outages.noAnswerWithin(ms)));
}

/** Refuses a new connection if it leads to a standby: a standby accepts connections and refuses only writes. */
async function refuseReadOnly(client: pg.PoolClient, withinMs: number): Promise<undefined> {
  if (!(await isReadOnly(client, withinMs))) return undefined;
  // The open transaction makes PgBouncer end its own connection to the standby when we close ours. Without the
  // transaction PgBouncer would keep that connection.
  await client.query("begin");
  throw new StoreOutage(outages.onlyReading);
}

/**
 * The query that looks for a standby needs its own time limit: a pooler accepts a connection at once, and the first
 * query waits until the pooler has a server.
 */
async function isReadOnly(client: pg.PoolClient, withinMs: number): Promise<boolean> {
  const timer = setTimeout(cut, withinMs, client, withinMs);
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>(
      "show transaction_read_only",
    );
    return rows[0]?.transaction_read_only === "on";
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ends a connection after Postgres refused a write on it as read-only. Reads still succeed on this connection, so with
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
