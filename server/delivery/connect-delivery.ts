import {
  type ActiveCampaignSettings,
  connectActiveCampaign,
} from "#server/active-campaign/client.ts";
import { createTagIds } from "#server/active-campaign/tags.ts";
import type { TakeStepsDeps } from "./take-steps.ts";

/** What the courier needs to deliver; undefined while ActiveCampaign is not configured. */
export function connectDelivery(
  settings: ActiveCampaignSettings | undefined,
): TakeStepsDeps["delivery"] {
  if (settings === undefined) return undefined;
  const activeCampaign = connectActiveCampaign(settings, { fetch });
  const { list, tags, nextTags } = settings;
  return { activeCampaign, target: { list, tags, nextTags, tagIds: createTagIds() } };
}
