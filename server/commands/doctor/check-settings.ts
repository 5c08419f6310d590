import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import type { Config } from "#server/config.ts";
import type { Store } from "#server/storage/connection/open-database.ts";
import { buildAgain, type DoctorFinding, findingsOn } from "./finding.ts";

export function checkSettings(read: ReturnType<CommandLineIo["readConfig"]>): DoctorFinding[] {
  const { ok, fail } = findingsOn("settings");
  if (read.kind === "mistakes")
    return read.mistakes.map((mistake) => fail(mistake, "Correct it in .env."));
  const { config } = read;
  return [
    ok("No mistakes."),
    checkAddress(config),
    ...checkProxies(config),
    ...checkDatabaseUrl(config.store),
    ...checkDelivery(config),
  ];
}

function checkAddress({ siteUrl }: Config): DoctorFinding {
  const { ok, warn, fail } = findingsOn("SITE_URL");
  const { protocol, hostname } = new URL(siteUrl);
  if (/^(localhost|127\.|\[::1\])/.test(hostname))
    return fail(
      `${siteUrl} is this machine alone.`,
      `Set SITE_URL in .env to the public address, then build again: ${buildAgain}`,
    );
  return protocol === "https:"
    ? ok(siteUrl)
    : warn(`${siteUrl} is not https.`, "Put a proxy with a certificate before the server.");
}

/** The server itself speaks no https: a public address with it has a proxy before it. */
function checkProxies({ siteUrl, trustedProxies }: Config): DoctorFinding[] {
  const { fail } = findingsOn("proxies");
  if (trustedProxies > 0 || new URL(siteUrl).protocol !== "https:") return [];
  return [
    fail(
      "TRUSTED_PROXIES is 0: behind a proxy all visitors count as one, with 300 sign-ups a minute for all of them.",
      "Set it in .env to the number of proxies before the server, then restart.",
    ),
  ];
}

function checkDelivery({ activeCampaign }: Config): DoctorFinding[] {
  const { ok, warn } = findingsOn("delivery");
  if (activeCampaign === undefined)
    return [
      warn(
        "ActiveCampaign is not configured: leads are kept and go nowhere.",
        "Set ACTIVECAMPAIGN_URL and ACTIVECAMPAIGN_TOKEN in .env, then restart. Leads kept until then follow.",
      ),
    ];
  const { url, list, tags } = activeCampaign;
  return [
    ok(`To ${new URL(url).origin}`),
    ...(list === undefined
      ? [warn("No list: nobody is subscribed to anything.", "Set ACTIVECAMPAIGN_LIST in .env.")]
      : []),
    ...(tags.length === 0
      ? [warn("No tags: leads cannot be told from other contacts.", "Set ACTIVECAMPAIGN_TAGS.")]
      : []),
  ];
}

/** What asks for encryption, or says that none is wanted. */
const decides = ["sslmode", "ssl", "sslrootcert", "sslcert", "sslkey", "sslnegotiation"];

/** Without being asked to, nothing that talks to Postgres from Node encrypts: names and addresses could be read on the way. */
export function checkDatabaseUrl(store: Store): DoctorFinding[] {
  if (store.kind === "sqlite") return [];
  const { searchParams, hostname } = new URL(store.url);
  const host = searchParams.get("host") ?? hostname;
  if (isHere(host) || decides.some((name) => searchParams.has(name))) return [];
  return [
    findingsOn("DATABASE_URL").warn(
      `It asks for no encryption: what is kept of people travels to ${host} in clear text.`,
      "Put ?sslmode=verify-full behind it in .env, or ?sslmode=disable where the network is yours alone. See docs/operating.md, On a machine.",
    ),
  ];
}

/** This very machine, or a socket in its file system. */
function isHere(host: string): boolean {
  return /^$|^\/|^%2f|^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}
