import type { ActiveCampaignSettings } from "#server/delivery/active-campaign/client.ts";
import type { Ask } from "./ask.ts";
import { type EmailDeps, emailWay } from "./email-way.ts";
import { requestOf } from "./message.ts";
import type { Way } from "./teller.ts";

export type WaysDeps = EmailDeps & {
  alerts: { url: string | undefined; email: string | undefined };
  activeCampaign: ActiveCampaignSettings | undefined;
  ask: Ask;
};

/** All ways to the operator that the settings name. */
export function openWays(deps: WaysDeps): Way[] {
  const { alerts, activeCampaign, ask } = deps;
  const ways: Way[] = [];
  if (alerts.url !== undefined) ways.push(addressWay(alerts.url, ask));
  if (alerts.email !== undefined && activeCampaign !== undefined)
    ways.push(emailWay(alerts.email, activeCampaign, deps));
  return ways;
}

/** The way to an address. Its name is only the host, because the rest of the address is a secret. */
function addressWay(address: string, ask: Ask): Way {
  return {
    name: new URL(address).hostname,
    send(message, stopped) {
      const { url, request } = requestOf(address, message);
      return ask(url, request, stopped);
    },
  };
}
