import { onTestFinished } from "vitest";
import type { Database } from "#server/store/row-types.ts";
import { type Operator, operatorOf } from "#tests/support/operator/operator.ts";
import { addTestGroup } from "#tests/support/store/groups.ts";
import {
  createTemporaryStore,
  type Engine,
  openStore,
} from "#tests/support/store/temporary-database.ts";
import { type FaultServer, startServerOn } from "./server.ts";

export type GroupServers = {
  servers: [FaultServer, FaultServer];
  /** The addresses of the two servers. */
  urls: [string, string];
  /** The store of both servers, as the test opens it. */
  database: Database;
  operator: Operator;
  /** Starts another server on the same store. */
  start: () => Promise<FaultServer>;
};

/**
 * Makes the clock by which a server measures waits twenty times slower: on a busy machine a press could wait for more than
 * its two seconds, and would then lead to a group without a place. Such a server also stops slowly.
 */
const slowWaits =
  "const now = performance.now.bind(performance); performance.now = () => now() / 20";
export const patientServers = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(slowWaits)}`,
};

/** Two servers on one store with one group for each of these numbers of places. */
export async function startGroupServers(
  engine: Engine,
  places: readonly number[],
  settings: Record<string, string> = {},
): Promise<GroupServers> {
  const { store, remove } = await createTemporaryStore(engine);
  onTestFinished(remove);
  const start = () => startServerOn(store, settings);
  const servers: [FaultServer, FaultServer] = [await start(), await start()];
  const database = await openStore(store);
  onTestFinished(() => database.destroy());
  for (const [index, stopAt] of places.entries()) await addTestGroup(database, index + 1, stopAt);
  return {
    servers,
    urls: [servers[0].url, servers[1].url],
    database,
    operator: operatorOf(store),
    start,
  };
}
