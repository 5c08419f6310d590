import { domainToASCII } from "node:url";
import { settings as phrases } from "#phrases/settings.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import type { BucketKeys } from "#server/copies/bucket.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import type { AlertSettings } from "#server/watch/watch.ts";
import { activeCampaignSettings } from "./active-campaign-settings.ts";
import { alertSettings } from "./alert-settings.ts";
import {
  type Environment,
  minTokenLength,
  protocol,
  type SettingsReader,
  setting,
  wholeNumber,
} from "./setting.ts";

export type Config = {
  port: number;
  host: string;
  siteUrl: string;
  trustedProxies: number;
  /** Pages of these origins may call the lead function. The site's own origin is always among them. */
  allowedOrigins: string[];
  /** Requests with this token may read the metrics. If undefined, only requests from this machine may. */
  metricsToken: string | undefined;
  store: Store;
  /**
   * How many days a sign-up is kept after the last one of the same person. If undefined, the server removes only held
   * sign-ups.
   */
  retentionDays: number | undefined;
  /**
   * The settings of ActiveCampaign. If undefined, ActiveCampaign is not configured, and leads are stored but not
   * delivered.
   */
  activeCampaign: ActiveCampaignSettings | undefined;
  /** The domain of the sender of the e-mails, in ASCII. If undefined, `doctor` does not check it. */
  emailDomain: string | undefined;
  alerts: AlertSettings;
  /** The keys of the bucket for copies. If undefined, copies can only be kept in a folder. */
  bucketKeys: BucketKeys | undefined;
};

export type ConfigResult =
  | { kind: "config"; config: Config }
  | { kind: "mistakes"; mistakes: string[] };

const maxPort = 65_535;
const maxProxies = 10;
/**
 * The fewest days that a sign-up must be kept: after fewer days, leads could be removed before their launch is over.
 */
const minRetentionDays = 30;
const maxRetentionDays = 3_650;
/** Services with one region accept this name, as R2 does. */
const defaultRegion = "us-east-1";
/** A domain in ASCII: two names or more. The last one begins with a letter; that of an IP address does not. */
const domain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/;
const maxDomainLength = 253;

export function readConfig(env: Environment): ConfigResult {
  const reader: SettingsReader = { env, mistakes: [] };
  const port = wholeNumber(reader, "PORT", { fallback: 3000, max: maxPort });
  const site = siteUrl(reader, port);
  const activeCampaign = activeCampaignSettings(reader);
  const config: Config = {
    port,
    host: setting(reader, "HOST") ?? "localhost",
    siteUrl: site,
    trustedProxies: wholeNumber(reader, "TRUSTED_PROXIES", { fallback: 0, max: maxProxies }),
    allowedOrigins: [site, ...otherOrigins(reader)],
    metricsToken: metricsToken(reader),
    store: store(reader),
    retentionDays: retentionDays(reader),
    activeCampaign,
    emailDomain: emailDomain(reader),
    alerts: alertSettings(reader, activeCampaign),
    bucketKeys: bucketKeys(reader),
  };
  return reader.mistakes.length === 0
    ? { kind: "config", config }
    : { kind: "mistakes", mistakes: reader.mistakes };
}

function siteUrl(reader: SettingsReader, port: number): string {
  const fallback = `http://localhost:${port}`;
  const text = setting(reader, "SITE_URL");
  if (text === undefined) return fallback;
  if (/^https?:$/.test(protocol(text))) return new URL(text).origin;
  reader.mistakes.push(phrases.siteUrl(text));
  return fallback;
}

function otherOrigins(reader: SettingsReader): string[] {
  const texts = setting(reader, "ALLOWED_ORIGINS")?.split(",") ?? [];
  return texts.flatMap((text) => {
    if (/^https?:$/.test(protocol(text.trim()))) return new URL(text.trim()).origin;
    reader.mistakes.push(phrases.allowedOrigin(text.trim()));
    return [];
  });
}

function metricsToken(reader: SettingsReader): string | undefined {
  const token = setting(reader, "METRICS_TOKEN");
  if (token !== undefined && token.length < minTokenLength)
    reader.mistakes.push(phrases.shortMetricsToken(minTokenLength));
  return token;
}

function store(reader: SettingsReader): Store {
  const url = setting(reader, "DATABASE_URL");
  const folder = setting(reader, "DATA_DIR") ?? "data";
  if (url === undefined) {
    // Only a shell knows what `~` means. Here it would be a folder of that name.
    if (folder.startsWith("~")) reader.mistakes.push(phrases.dataDir(folder));
    return { kind: "sqlite", folder };
  }
  if (/^postgres(ql)?:$/.test(protocol(url))) return { kind: "postgres", url };
  // The message doesn't repeat the value: it may contain a password.
  reader.mistakes.push(phrases.databaseUrl);
  return { kind: "sqlite", folder };
}

function retentionDays(reader: SettingsReader): number | undefined {
  const text = setting(reader, "RETENTION_DAYS");
  if (text === undefined) return undefined;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days >= minRetentionDays && days <= maxRetentionDays) return days;
  const limits = { min: minRetentionDays, max: maxRetentionDays };
  reader.mistakes.push(phrases.retentionDays(text, limits));
  return undefined;
}

function emailDomain(reader: SettingsReader): string | undefined {
  const text = setting(reader, "EMAIL_DOMAIN");
  if (text === undefined) return undefined;
  // `domainToASCII` leaves out what follows these signs, but such a text is an address and no domain.
  const ascii = /[/?#%]/.test(text) ? "" : domainToASCII(text);
  if (domain.test(ascii) && ascii.length <= maxDomainLength) return ascii;
  reader.mistakes.push(phrases.emailDomain);
  return undefined;
}

/** The names are those that all tools for S3 read. Half a key is no mistake: the variable may be there for another program. */
function bucketKeys(reader: SettingsReader): BucketKeys | undefined {
  const id = setting(reader, "AWS_ACCESS_KEY_ID");
  const secret = setting(reader, "AWS_SECRET_ACCESS_KEY");
  if (id === undefined || secret === undefined) return undefined;
  return { id, secret, region: setting(reader, "AWS_REGION") ?? defaultRegion };
}
