import type { Config } from "#server/config.ts";
import { buildAgain } from "./build-again.ts";
import { checkDatabaseUrl } from "./check-database-url.ts";
import type { Door } from "./command.ts";
import { type Finding, findingsOn } from "./finding.ts";

export function checkSettings(read: ReturnType<Door["readConfig"]>): Finding[] {
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

function checkAddress({ siteUrl }: Config): Finding {
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
function checkProxies({ siteUrl, trustedProxies }: Config): Finding[] {
  const { fail } = findingsOn("proxies");
  if (trustedProxies > 0 || new URL(siteUrl).protocol !== "https:") return [];
  return [
    fail(
      "TRUSTED_PROXIES is 0: behind a proxy all visitors count as one, with 300 sign-ups a minute for all of them.",
      "Set it in .env to the number of proxies before the server, then restart.",
    ),
  ];
}

function checkDelivery({ activeCampaign }: Config): Finding[] {
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
