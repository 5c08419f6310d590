import type { ActiveCampaignSettings } from "./delivery/active-campaign/client.ts";
import { type Environment, protocol, type Reading, setting, wholeNumber } from "./setting.ts";
import type { Store } from "./storage/connection/open-database.ts";

export type Config = {
  port: number;
  host: string;
  siteUrl: string;
  trustedProxies: number;
  /** Pages of these origins may call the function; the site's own always may. */
  allowedOrigins: string[];
  /** Opens `/metrics` to whoever has it; undefined: only this machine may read them. */
  metricsToken: string | undefined;
  store: Store;
  /** How long a sign-up is kept after the last one of the same person; undefined: until somebody removes it. */
  retentionDays: number | undefined;
  /** Undefined until ActiveCampaign is configured: leads are kept meanwhile. */
  activeCampaign: ActiveCampaignSettings | undefined;
};

export type ConfigResult =
  | { kind: "config"; config: Config }
  | { kind: "mistakes"; mistakes: string[] };

const highestPort = 65_535;
const mostProxies = 10;
/** As many as cannot be guessed. */
const shortestToken = 16;
/** Less could take a launch's leads before it is over. */
const shortestRetentionDays = 30;
const longestRetentionDays = 3_650;
const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

export function readConfig(env: Environment): ConfigResult {
  const reading: Reading = { env, mistakes: [] };
  const port = wholeNumber(reading, "PORT", { fallback: 3000, most: highestPort });
  const site = siteUrl(reading, port);
  const config: Config = {
    port,
    host: setting(reading, "HOST") ?? "localhost",
    siteUrl: site,
    trustedProxies: wholeNumber(reading, "TRUSTED_PROXIES", { fallback: 0, most: mostProxies }),
    allowedOrigins: [site, ...otherOrigins(reading)],
    metricsToken: metricsToken(reading),
    store: store(reading),
    retentionDays: retentionDays(reading),
    activeCampaign: activeCampaign(reading),
  };
  return reading.mistakes.length === 0
    ? { kind: "config", config }
    : { kind: "mistakes", mistakes: reading.mistakes };
}

function siteUrl(reading: Reading, port: number): string {
  const fallback = `http://localhost:${port}`;
  const text = setting(reading, "SITE_URL");
  if (text === undefined) return fallback;
  if (/^https?:$/.test(protocol(text))) return new URL(text).origin;
  reading.mistakes.push(
    `SITE_URL is "${text}". Set it to the address of the page, like https://example.com.`,
  );
  return fallback;
}

function otherOrigins(reading: Reading): string[] {
  const texts = setting(reading, "ALLOWED_ORIGINS")?.split(",") ?? [];
  return texts.flatMap((text) => {
    if (/^https?:$/.test(protocol(text.trim()))) return new URL(text.trim()).origin;
    reading.mistakes.push(
      `ALLOWED_ORIGINS has "${text.trim()}". Set it to addresses like https://example.com, separated by commas.`,
    );
    return [];
  });
}

function metricsToken(reading: Reading): string | undefined {
  const token = setting(reading, "METRICS_TOKEN");
  // The value isn't repeated: it is a secret, if a weak one.
  if (token !== undefined && token.length < shortestToken)
    reading.mistakes.push(
      `METRICS_TOKEN is too short. Set it to ${shortestToken} characters or more, or leave it empty.`,
    );
  return token;
}

function store(reading: Reading): Store {
  const url = setting(reading, "DATABASE_URL");
  const folder = setting(reading, "DATA_DIR") ?? "data";
  if (url === undefined) return { kind: "sqlite", folder };
  if (/^postgres(ql)?:$/.test(protocol(url))) return { kind: "postgres", url };
  // The value isn't repeated: it may hold a password.
  reading.mistakes.push(
    "DATABASE_URL isn't a Postgres address. Set it like postgres://user:password@host/database, or leave it empty for SQLite.",
  );
  return { kind: "sqlite", folder };
}

function retentionDays(reading: Reading): number | undefined {
  const text = setting(reading, "RETENTION_DAYS");
  if (text === undefined) return undefined;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days >= shortestRetentionDays && days <= longestRetentionDays) return days;
  reading.mistakes.push(
    `RETENTION_DAYS is "${text}". Set it to a whole number of days from ${shortestRetentionDays} to ${longestRetentionDays}, or leave it empty to keep leads.`,
  );
  return undefined;
}

function activeCampaign(reading: Reading): ActiveCampaignSettings | undefined {
  const url = setting(reading, "ACTIVECAMPAIGN_URL");
  const token = setting(reading, "ACTIVECAMPAIGN_TOKEN");
  const list = activeCampaignList(reading);
  const tags = activeCampaignTags(reading);
  if (url !== undefined && !isSafeAddress(url))
    reading.mistakes.push(
      `ACTIVECAMPAIGN_URL is "${url}". Set it to the https address under Settings > Developer in ActiveCampaign.`,
    );
  if (token !== undefined && !isSendable(token))
    reading.mistakes.push(
      "ACTIVECAMPAIGN_TOKEN has a character that no key has, perhaps a … from a shortened copy. Copy the whole key under Settings > Developer in ActiveCampaign.",
    );
  if ((url === undefined) !== (token === undefined))
    reading.mistakes.push(
      `${url === undefined ? "ACTIVECAMPAIGN_URL" : "ACTIVECAMPAIGN_TOKEN"} is missing. Set it as well, or neither: the two go together.`,
    );
  return url === undefined || token === undefined ? undefined : { url, token, list, tags };
}

function activeCampaignList(reading: Reading): string | undefined {
  const list = setting(reading, "ACTIVECAMPAIGN_LIST");
  if (list !== undefined && !/^\d+$/.test(list))
    reading.mistakes.push(
      `ACTIVECAMPAIGN_LIST is "${list}". Set it to the number of the list, as in its address in ActiveCampaign.`,
    );
  return list;
}

function activeCampaignTags(reading: Reading): string[] {
  const tags = setting(reading, "ACTIVECAMPAIGN_TAGS") ?? "";
  return tags
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}

/** In a header, which takes neither blanks nor what is not ASCII. */
function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

/** The token travels with every request: in the clear only to this very machine. */
function isSafeAddress(url: string): boolean {
  const scheme = protocol(url);
  if (scheme === "https:") return true;
  return scheme === "http:" && loopbackHosts.includes(new URL(url).hostname);
}
