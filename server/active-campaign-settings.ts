import { settings as phrases } from "#phrases/settings.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import { isSafeAddress, type SettingsReader, setting } from "./setting.ts";

/** The tag of people who want to hear of the next class, unless the operator chose others. */
const defaultNextTag = "black-ahsd-proxima";

/** Reads the settings of ActiveCampaign; undefined until ActiveCampaign is configured. */
export function activeCampaignSettings(reader: SettingsReader): ActiveCampaignSettings | undefined {
  const url = setting(reader, "ACTIVECAMPAIGN_URL");
  const token = setting(reader, "ACTIVECAMPAIGN_TOKEN");
  const list = listSetting(reader);
  const tags = tagsIn(setting(reader, "ACTIVECAMPAIGN_TAGS") ?? "");
  const nextTags = tagsIn(setting(reader, "ACTIVECAMPAIGN_NEXT_TAGS") ?? defaultNextTag);
  if (url !== undefined && !isSafeAddress(url))
    reader.mistakes.push(phrases.activeCampaignUrl(url));
  if (token !== undefined && !isValidHeader(token))
    reader.mistakes.push(phrases.activeCampaignToken);
  if ((url === undefined) !== (token === undefined))
    reader.mistakes.push(
      phrases.missingOfTwo(url === undefined ? "ACTIVECAMPAIGN_URL" : "ACTIVECAMPAIGN_TOKEN"),
    );
  return url === undefined || token === undefined
    ? undefined
    : { url, token, list, tags, nextTags };
}

function listSetting(reader: SettingsReader): string | undefined {
  const list = setting(reader, "ACTIVECAMPAIGN_LIST");
  if (list !== undefined && !/^\d+$/.test(list))
    reader.mistakes.push(phrases.activeCampaignList(list));
  return list;
}

function tagsIn(names: string): string[] {
  return names
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** The token is sent in a header, which may contain neither spaces nor characters outside ASCII. */
function isValidHeader(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}
