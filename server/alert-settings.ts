import { settings as phrases } from "#phrases/settings.ts";
import { isSafeAddress, type SettingsReader, setting } from "./setting.ts";

/** Where the operator is told of troubles, and the address that notices when this server stops. */
export type AlertSettings = { url: string | undefined; heartbeatUrl: string | undefined };

export function alertSettings(reader: SettingsReader): AlertSettings {
  return { url: address(reader, "ALERT_URL"), heartbeatUrl: address(reader, "HEARTBEAT_URL") };
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
