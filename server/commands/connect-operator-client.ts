import {
  type ActiveCampaignSettings,
  connectActiveCampaign,
} from "#server/active-campaign/client.ts";
import { createOperatorClient, type Read } from "#server/active-campaign/paced-client.ts";
import type { WithDatabase } from "./command-line/command.ts";

/**
 * What an answer to the operator may take: a hundred contacts with their lists and tags are longer than the answers that
 * the courier reads.
 */
const limits = { maxAnswerMs: 25_000, maxBytes: 20_000_000 };

/** A client of ActiveCampaign for the operator's commands, which only read. */
export function connectOperatorClient(
  { clock, sleep, fetch }: WithDatabase,
  settings: ActiveCampaignSettings,
): Read {
  return createOperatorClient({
    activeCampaign: connectActiveCampaign(settings, { fetch, limits }),
    steadyClock: clock,
    sleep,
    stopped: new AbortController().signal,
  });
}
