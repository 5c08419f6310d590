import type { Launch } from "#content/shapes/launch.ts";
import type { Links } from "#content/shapes/links.ts";
import { describeStore } from "#server/storage/connection/open-database.ts";
import type { Config } from "./config.ts";
import { groupPlaceholders, placeholders } from "./placeholders.ts";

/** The lines that the operator sees when the server has started. */
export function greeting(
  config: Config,
  port: number,
  { links, launch }: { links: Links; launch: Pick<Launch, "inPageFormSends"> },
): string[] {
  return [
    `Black AHSD is at ${addressOf(config.host, port)}`,
    `Leads are kept in ${describeStore(config.store)}`,
    describeDelivery(config),
    ...describePageForm(launch.inPageFormSends),
    describePlaceholders(groupPlaceholders(placeholders(links))),
  ];
}

/** A URL that a browser on this machine can open. */
function addressOf(host: string, port: number): string {
  const everywhere = ["0.0.0.0", "::"].includes(host);
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${everywhere ? "localhost" : name}:${port}`;
}

function describeDelivery({ activeCampaign }: Config): string {
  return activeCampaign === undefined
    ? "ActiveCampaign is not configured, so leads are only stored (set ACTIVECAMPAIGN_URL and ACTIVECAMPAIGN_TOKEN in .env)"
    : `Leads are delivered to ActiveCampaign at ${new URL(activeCampaign.url).origin}`;
}

/**
 * Says if the form in the page stores nothing. A form that stores its sign-ups is what the operator expects, so it
 * needs no line.
 */
function describePageForm(sends: boolean): string[] {
  return sends
    ? []
    : [
        "The form in the page stores nothing with script, as specified; to store its sign-ups, set inPageFormSends to true in content/launch.ts",
      ];
}

function describePlaceholders(names: string[]): string {
  return names.length === 0
    ? "Content has no placeholders left"
    : `Placeholders in content/links.ts: ${names.join(", ")}`;
}
