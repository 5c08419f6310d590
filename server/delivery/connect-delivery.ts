import {
  type ActiveCampaignSettings,
  connectActiveCampaign,
} from "#server/active-campaign/client.ts";
import { createTagIds } from "#server/active-campaign/tags.ts";
import type { CourierDeps } from "./courier.ts";

/** What the courier needs to deliver; undefined while ActiveCampaign is not configured. */
export function connectDelivery(
  settings: ActiveCampaignSettings | undefined,
): CourierDeps["delivery"] {
  if (settings === undefined) return undefined;
  const { list, tags, nextTags } = settings;
  const activeCampaign = connectActiveCampaign(settings, { fetch });
  return { activeCampaign, target: { list, tags, nextTags, tagIds: createTagIds() } };
}
