import type { Override } from "#event/override.ts";
import { readClock, type Store } from "#server/store/connection/open-database.ts";
import { diskFreeShare } from "#server/store/connection/sqlite.ts";
import type { Database } from "#server/store/tables.ts";
import { readCertificateEnd } from "#server/watch/certificate.ts";
import { createWatch, type Watch } from "#server/watch/watch.ts";
import { isOnThisMachine } from "./config.ts";
import type { Context } from "./context.ts";
import { sleepFor } from "./waiting.ts";

/** The watch with all that it needs of this machine. */
export function openWatch(
  context: Context,
  signUpDatabase: Database,
  override: () => Override | undefined,
): Watch {
  const { config, database } = context;
  const { store, siteUrl, activeCampaign, alerts } = config;
  return createWatch({
    ...context,
    signUpDatabase,
    override,
    alerts,
    activeCampaign,
    site: siteUrl,
    delivers: activeCampaign !== undefined,
    storeClock: () => readClock(database),
    storeHasClock: store.kind === "postgres",
    diskFreeShare: () => diskFreeShare(folderOf(store)),
    certificateEnd: (stopped) => certificateEnd(siteUrl, stopped),
    steadyClock: () => performance.now(),
    fetch,
    sleep: sleepFor,
  });
}

/** Of a Postgres the disk cannot be seen from here. */
function folderOf(store: Store): string {
  return store.kind === "sqlite" ? store.folder : import.meta.dirname;
}

function certificateEnd(siteUrl: string, stopped: AbortSignal): Promise<number | undefined> {
  const isPublic = siteUrl.startsWith("https:") && !isOnThisMachine(siteUrl);
  return isPublic ? readCertificateEnd(siteUrl, stopped) : Promise.resolve(undefined);
}
