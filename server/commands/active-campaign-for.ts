import {
  type ActiveCampaignSettings,
  connectActiveCampaign,
} from "#server/delivery/active-campaign/client.ts";
import {
  type Ask,
  createOperatorClient,
} from "#server/delivery/active-campaign/operator-client.ts";
import type { Database } from "#server/storage/tables.ts";
import type { CommandIo } from "./command-line/command.ts";

type Asking = Pick<CommandIo, "databaseClock" | "sleep" | "fetch"> & { database: Database };

/** The operator's own way to ActiveCampaign: in turn with the courier, and only to look. */
export function connectOperatorClient(
  { database, databaseClock, sleep, fetch }: Asking,
  settings: ActiveCampaignSettings,
): Ask {
  return createOperatorClient({
    database,
    activeCampaign: connectActiveCampaign(settings, { fetch }),
    clock: () => databaseClock(database),
    sleep,
    stopped: new AbortController().signal,
  });
}
