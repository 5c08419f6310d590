import {
  type ActiveCampaignSettings,
  connectActiveCampaign,
} from "#server/active-campaign/client.ts";
import { createOperatorClient } from "#server/active-campaign/operator-client.ts";
import type { Read } from "#server/active-campaign/paced-client.ts";
import type { WithDatabase } from "./command-line/command.ts";

/**
 * What an answer to the operator may take: a hundred contacts with their lists and tags are longer than the answers that
 * the courier reads.
 */
const limits = { maxAnswerMs: 25_000, maxBytes: 20_000_000 };

/**
 * A client of ActiveCampaign for the operator's commands, which only read. It takes its request slots from the same
 * table as the courier.
 */
export function connectOperatorClient(
  { database, databaseClock, sleep, fetch }: WithDatabase,
  settings: ActiveCampaignSettings,
): Read {
  return createOperatorClient({
    database,
    activeCampaign: connectActiveCampaign(settings, { fetch, limits }),
    clock: () => databaseClock(database),
    sleep,
    stopped: new AbortController().signal,
  });
}
