import { subjects } from "#phrases/doctor/doctor.ts";
import { settingsFindings as phrases } from "#phrases/doctor/settings.ts";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import type { Config } from "#server/config.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

export function checkSettings(read: ReturnType<CommandLineIo["readConfig"]>): DoctorFinding[] {
  const { ok, fail } = findingsOn(subjects.settings);
  if (read.kind === "mistakes")
    return read.mistakes.map((mistake) => fail(mistake, phrases.correct));
  const { config } = read;
  return [
    ok(phrases.noMistakes),
    checkAddress(config),
    ...checkProxies(config),
    ...checkDatabaseUrl(config.store),
    ...checkDelivery(config),
    checkMessages(config),
  ];
}

function checkAddress({ siteUrl }: Config): DoctorFinding {
  const { ok, warn, fail } = findingsOn(subjects.siteUrl);
  const { protocol, hostname } = new URL(siteUrl);
  if (/^(localhost|127\.|\[::1\])/.test(hostname))
    return fail(phrases.onlyThisMachine(siteUrl), phrases.setSiteUrl);
  return protocol === "https:" ? ok(siteUrl) : warn(phrases.notHttps(siteUrl), phrases.addProxy);
}

/**
 * Fails when SITE_URL begins with https but TRUSTED_PROXIES is 0: this server does not speak https, so there must be a
 * proxy in front of it.
 */
function checkProxies({ siteUrl, trustedProxies }: Config): DoctorFinding[] {
  const { fail } = findingsOn(subjects.proxies);
  if (trustedProxies > 0 || new URL(siteUrl).protocol !== "https:") return [];
  return [fail(phrases.noProxies, phrases.setProxies)];
}

function checkDelivery({ activeCampaign }: Config): DoctorFinding[] {
  const { ok, warn } = findingsOn(subjects.activeCampaign);
  if (activeCampaign === undefined) return [warn(phrases.notConfigured, phrases.configure)];
  const { url, list, tags } = activeCampaign;
  return [
    ok(phrases.sentTo(new URL(url).origin)),
    ...(list === undefined ? [warn(phrases.noList, phrases.setList)] : []),
    ...(tags.length === 0 ? [warn(phrases.noTags, phrases.setTags)] : []),
  ];
}

/** Without an address a person must look at the log to learn of an alarm. Only hosts are printed. */
function checkMessages({ alerts: { url } }: Config): DoctorFinding {
  const { ok, warn } = findingsOn(subjects.messages);
  if (url === undefined) return warn(phrases.noMessages, phrases.setMessages);
  return ok(phrases.messagesTo(new URL(url).hostname));
}

/** The parameters of DATABASE_URL that ask for an encrypted connection to Postgres, or for an unencrypted one. */
const encryptionParameters = [
  "sslmode",
  "ssl",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "sslnegotiation",
];

/** Says which of Supabase's addresses DATABASE_URL is, and warns when data would go to Postgres unencrypted. */
export function checkDatabaseUrl(store: Store): DoctorFinding[] {
  if (store.kind === "sqlite") return [];
  const url = new URL(store.url);
  const host = url.searchParams.get("host") ?? url.hostname;
  return [...checkSupabase(host, url.port), ...checkEncryption(host, url.searchParams)];
}

/** The port of both poolers in transaction mode: https://supabase.com/docs/guides/database/connecting-to-postgres */
const transactionPort = "6543";

function checkSupabase(host: string, port: string): DoctorFinding[] {
  const { ok } = findingsOn(subjects.databaseUrl);
  const isPooler = host.endsWith(".pooler.supabase.com");
  if (!isPooler && !/^db\..+\.supabase\.co$/.test(host)) return [];
  if (port === transactionPort) return [ok(phrases.transactionPooler)];
  return [ok(isPooler ? phrases.sessionPooler : phrases.directAddress)];
}

/** `pg` does not encrypt when DATABASE_URL has none of the parameters that ask for it. */
function checkEncryption(host: string, parameters: URLSearchParams): DoctorFinding[] {
  if (isThisMachine(host) || encryptionParameters.some((name) => parameters.has(name))) return [];
  return [findingsOn(subjects.databaseUrl).warn(phrases.unencrypted(host), phrases.encrypt)];
}

/** True if the database's host is this machine, or a socket in the file system of this machine. */
function isThisMachine(host: string): boolean {
  return /^$|^\/|^%2f|^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}
