import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import { type EmailDeps, emailWay } from "./email-way.ts";
import { requestOf } from "./message.ts";
import type { SendRequest } from "./send-request.ts";
import type { Way } from "./teller.ts";

export type WaysDeps = EmailDeps & {
  alerts: { url: string | undefined; email: string | undefined };
  activeCampaign: ActiveCampaignSettings | undefined;
  sendRequest: SendRequest;
};

/** All ways to the operator that the settings name. */
export function openWays(deps: WaysDeps): Way[] {
  const { alerts, activeCampaign, sendRequest } = deps;
  const ways: Way[] = [];
  if (alerts.url !== undefined) ways.push(addressWay(alerts.url, sendRequest));
  if (alerts.email !== undefined && activeCampaign !== undefined)
    ways.push(emailWay(alerts.email, activeCampaign, deps));
  return ways;
}

/** The way to an address. Its name is only the host, because the rest of the address is a secret. */
function addressWay(address: string, sendRequest: SendRequest): Way {
  return {
    name: new URL(address).hostname,
    send(message, stopped) {
      const { url, request } = requestOf(address, message);
      return sendRequest(url, request, stopped);
    },
  };
}
