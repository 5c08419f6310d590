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
    ok("The settings have no mistakes."),
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
      `${siteUrl} can be reached from this machine only.`,
      `Set SITE_URL in .env to the public address, then build again: ${buildAgain}`,
    );
  return protocol === "https:"
    ? ok(siteUrl)
    : warn(`${siteUrl} is not https.`, "Put a proxy with a certificate in front of the server.");
}

/**
 * Fails when SITE_URL begins with https but TRUSTED_PROXIES is 0: this server does not speak https, so there must be a
 * proxy in front of it.
 */
function checkProxies({ siteUrl, trustedProxies }: Config): DoctorFinding[] {
  const { fail } = findingsOn("proxies");
  if (trustedProxies > 0 || new URL(siteUrl).protocol !== "https:") return [];
  return [
    fail(
      "TRUSTED_PROXIES is 0: behind a proxy all visitors then have the same address, and share one limit of 300 sign-ups a minute.",
      "Set it in .env to the number of proxies in front of the server, then restart the server.",
    ),
  ];
}

function checkDelivery({ activeCampaign }: Config): DoctorFinding[] {
  const { ok, warn } = findingsOn("delivery");
  if (activeCampaign === undefined)
    return [
      warn(
        "ActiveCampaign is not configured: leads are stored here and not sent.",
        "Set ACTIVECAMPAIGN_URL and ACTIVECAMPAIGN_TOKEN in .env, then restart the server. It sends the stored leads too.",
      ),
    ];
  const { url, list, tags } = activeCampaign;
  return [
    ok(`Leads are sent to ${new URL(url).origin}`),
    ...(list === undefined
      ? [
          warn(
            "No list is set: contacts are not subscribed.",
            "Set ACTIVECAMPAIGN_LIST in .env, then restart the server.",
          ),
        ]
      : []),
    ...(tags.length === 0
      ? [
          warn(
            "No tags are set: at ActiveCampaign leads look like all other contacts.",
            "Set ACTIVECAMPAIGN_TAGS in .env, then restart the server.",
          ),
        ]
      : []),
  ];
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

/**
 * Warns when names and e-mails would go to Postgres unencrypted: `pg` does not encrypt when DATABASE_URL has none of
 * the parameters that ask for it.
 */
export function checkDatabaseUrl(store: Store): DoctorFinding[] {
  if (store.kind === "sqlite") return [];
  const { searchParams, hostname } = new URL(store.url);
  const host = searchParams.get("host") ?? hostname;
  if (isThisMachine(host) || encryptionParameters.some((name) => searchParams.has(name))) return [];
  return [
    findingsOn("DATABASE_URL").warn(
      `DATABASE_URL does not ask for encryption: personal data travels to ${host} unencrypted.`,
      "Add ?sslmode=verify-full to its end in .env, or ?sslmode=disable if the network is yours alone. See docs/operating/install.md, Postgres on another machine.",
    ),
  ];
}

/** True if the database's host is this machine, or a socket in the file system of this machine. */
function isThisMachine(host: string): boolean {
  return /^$|^\/|^%2f|^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}
