import type { WithDatabase } from "#server/commands/command-line/command.ts";
import type { Circuit } from "#server/storage/courier/circuit.ts";
import { findUndelivered } from "#server/storage/deliveries/undelivered.ts";
import { grouped } from "./bar-chart.ts";
import { inert } from "./escape.ts";
import { instant } from "./text.ts";

/** How the way to ActiveCampaign is, one line for each thing that stops it. */
export function describeCircuit(
  { pausedAt, tripped, backOffUntil }: Circuit,
  now: number,
): string[] {
  const lines = [
    ...(pausedAt === undefined ? [] : [`Paused since ${instant(pausedAt)}: resume ends it.`]),
    ...(tripped === undefined ? [] : [describeTripped(tripped)]),
    ...(backOffUntil <= now
      ? []
      : [
          `ActiveCampaign asked for silence until ${instant(backOffUntil)}: it ends by itself, or by resume --now.`,
        ]),
  ];
  return lines.length > 0 ? lines : ["The way to ActiveCampaign is open."];
}

function describeTripped({ since, reason, probeAt }: NonNullable<Circuit["tripped"]>): string {
  return `Closed since ${instant(since)} (${inert(reason)}), tried again at ${instant(probeAt)}: see doctor.`;
}

export async function tellWaiting({ database, config, write }: WithDatabase): Promise<void> {
  const { count } = await findUndelivered(database);
  await write(`Waiting: ${grouped(count)}\n`);
  if (config.activeCampaign === undefined)
    await write(
      "ActiveCampaign is not configured (ACTIVECAMPAIGN_URL and ACTIVECAMPAIGN_TOKEN).\n",
    );
}
