import type { Launch } from "#content/shapes/launch.ts";
import type { Links } from "#content/shapes/links.ts";
import { editionAt } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { choiceAt, phaseAt } from "#event/phase.ts";
import { greeting as phrases } from "#phrases/greeting.ts";
import { formatDay } from "#server/commands/printing/text.ts";
import { describePhase } from "#server/event/describe.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import type { Config } from "./config.ts";
import { groupPlaceholders, placeholders } from "./placeholders.ts";

/** The time of the start, and what the operator has decided about the event until then. */
type Present = { now: number; override: Override | undefined };

/** The lines that the operator sees when the server has started. */
export function greeting(
  config: Config,
  port: number,
  { links, launch }: { links: Links; launch: Pick<Launch, "event" | "inPageFormSends"> },
  present: Present,
): string[] {
  return [
    phrases.address(addressOf(config.host, port)),
    phrases.store(describeStore(config.store)),
    describeEvent(launch.event, present),
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

function describeEvent(event: Launch["event"], { now, override }: Present): string {
  const { start } = editionAt(event, now, override);
  const phase = describePhase(phaseAt(event, now, override));
  return phrases.event(formatDay(start), phase, choiceAt(event, now, override) !== undefined);
}

function describeDelivery({ activeCampaign }: Config): string {
  return activeCampaign === undefined
    ? phrases.noDelivery
    : phrases.delivery(new URL(activeCampaign.url).origin);
}

/**
 * Says if the form in the page stores nothing. A form that stores its sign-ups is what the operator expects, so it
 * needs no line.
 */
function describePageForm(sends: boolean): string[] {
  return sends ? [] : [phrases.pageFormStoresNothing];
}

function describePlaceholders(names: string[]): string {
  return names.length === 0 ? phrases.noSamples : phrases.samples(names);
}
