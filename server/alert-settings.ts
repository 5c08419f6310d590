import { settings as phrases } from "#phrases/settings.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import type { AlertSettings } from "#server/watch/watch.ts";
import { isSafeAddress, type SettingsReader, setting } from "./setting.ts";

/** An e-mail as far as ActiveCampaign must be able to find it. */
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Reads where the operator is told of troubles. */
export function alertSettings(
  reader: SettingsReader,
  activeCampaign: ActiveCampaignSettings | undefined,
): AlertSettings {
  return {
    url: address(reader, "ALERT_URL"),
    heartbeatUrl: address(reader, "HEARTBEAT_URL"),
    email: alertEmail(reader, activeCampaign),
  };
}

/** The message does not repeat the e-mail, because it is personal. */
function alertEmail(
  reader: SettingsReader,
  activeCampaign: ActiveCampaignSettings | undefined,
): string | undefined {
  const text = setting(reader, "ALERT_EMAIL");
  if (text === undefined) return undefined;
  if (!email.test(text)) reader.mistakes.push(phrases.alertEmail);
  else if (activeCampaign === undefined) reader.mistakes.push(phrases.alertEmailAlone);
  else return text;
  return undefined;
}

/** The message about a wrong address does not repeat it, because the address is the secret itself. */
function address(reader: SettingsReader, name: "ALERT_URL" | "HEARTBEAT_URL"): string | undefined {
  const url = setting(reader, name);
  if (url === undefined) return undefined;
  if (!isSafeAddress(url)) reader.mistakes.push(phrases.secretAddress(name));
  else if (isTelegramWithoutChat(new URL(url))) reader.mistakes.push(phrases.telegramChat(name));
  else return url;
  return undefined;
}

function isTelegramWithoutChat({ hostname, searchParams }: URL): boolean {
  return hostname === "api.telegram.org" && !searchParams.has("chat_id");
}
