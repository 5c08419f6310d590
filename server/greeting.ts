import type { Launch, Links } from "#content/shape.ts";
import type { Config } from "./config.ts";
import { groupPlaceholders, placeholders } from "./placeholders.ts";
import { describeStore } from "./storage/connection/open-database.ts";

type Content = { links: Links; launch: Pick<Launch, "inPageFormSends"> };

/** What the operator sees when the server is up. */
export function greeting(config: Config, port: number, { links, launch }: Content): string[] {
  return [
    `Black AHSD is at ${addressOf(config.host, port)}`,
    `Leads are kept in ${describeStore(config.store)}`,
    describeDelivery(config),
    ...describePageForm(launch.inPageFormSends),
    describePlaceholders(groupPlaceholders(placeholders(links))),
  ];
}

/** The name that a browser on this machine can open. */
function addressOf(host: string, port: number): string {
  const everywhere = ["0.0.0.0", "::"].includes(host);
  const name = host.includes(":") ? `[${host}]` : host;
  return `http://${everywhere ? "localhost" : name}:${port}`;
}

function describeDelivery({ activeCampaign }: Config): string {
  return activeCampaign === undefined
    ? "ActiveCampaign is not configured: leads are kept until it is (ACTIVECAMPAIGN_URL and ACTIVECAMPAIGN_TOKEN in .env)"
    : `Leads are delivered to ActiveCampaign at ${new URL(activeCampaign.url).origin}`;
}

/** Worth a line only while it surprises: where no script runs, the form posts all the same. */
function describePageForm(sends: boolean): string[] {
  return sends
    ? []
    : [
        "The form in the page stores nothing, as specified; to store its sign-ups too, set inPageFormSends to true in content/launch.ts",
      ];
}

function describePlaceholders(names: string[]): string {
  return names.length === 0
    ? "No content is a placeholder"
    : `Still a placeholder in content/links.ts: ${names.join(", ")}`;
}
