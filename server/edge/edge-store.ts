import { setTimeout as sleep } from "node:timers/promises";
import { outages } from "#phrases/store-outages.ts";
import { StoreOutage } from "#server/store/connection/errors.ts";
import {
  isUpToDate,
  openPostgres,
  openPostgresForSignUps,
} from "#server/store/connection/postgres.ts";
import {
  type Appender,
  createAppender,
  storeWithinMs,
} from "#server/store/submissions/submissions.ts";
import type { Database } from "#server/store/tables.ts";
import type { EdgeConfig } from "./edge-config.ts";

/** Waiting sign-ups are committed together, so each instance of the function needs one connection to Postgres. */
const connections = 1;

/**
 * Stores sign-ups in Postgres. The first sign-up of an instance brings the tables up to date, if they are not; after a
 * failure the next sign-up tries again.
 */
export function createEdgeAppender({ url, ca }: Pick<EdgeConfig, "url" | "ca">): Appender {
  const database = openPostgresForSignUps(url, { size: connections, ca });
  const append = createAppender(database);
  let ready: Promise<void> | undefined;
  const makeReady = () => {
    ready ??= bringUpToDate({ url, ca }, database).catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  };
  return (submission) => {
    const stored = makeReady().then(() => append(submission));
    return Promise.race([stored, sleep(storeWithinMs, "late" as const, { ref: false })]);
  };
}

async function bringUpToDate(
  { url, ca }: Pick<EdgeConfig, "url" | "ca">,
  database: Database,
): Promise<void> {
  if (await isUpToDate(database)) return;
  const opened = await openPostgres(url, { size: connections, ca });
  if (opened.kind === "open") return opened.database.destroy();
  const off = opened.kind === "not-durable" ? opened.settings : [];
  throw new StoreOutage(outages.mayLoseCommits(off.join(", ")));
}
