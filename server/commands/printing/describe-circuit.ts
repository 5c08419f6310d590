import type { WithDatabase } from "#server/commands/command-line/command.ts";
import type { Circuit } from "#server/storage/courier/circuit.ts";
import { findUndelivered } from "#server/storage/deliveries/undelivered.ts";
import { escapeForTerminal } from "./escape.ts";
import { formatCount, formatTime } from "./text.ts";

/** One line for each reason why nothing is sent to ActiveCampaign at present. */
export function describeCircuit(
  { pausedAt, tripped, backOffUntil }: Circuit,
  now: number,
): string[] {
  const lines: string[] = [];
  if (pausedAt !== undefined)
    lines.push(`Paused since ${formatTime(pausedAt)}. To go on: npm run leads -- resume`);
  if (tripped !== undefined) {
    const { since, reason, probeAt } = tripped;
    lines.push(
      `Stopped since ${formatTime(since)}, because ActiveCampaign failed (${escapeForTerminal(reason)}). Next try: ${formatTime(probeAt)}. To find the cause: npm run leads -- doctor`,
    );
  }
  if (backOffUntil > now)
    lines.push(
      `ActiveCampaign asked us to wait until ${formatTime(backOffUntil)}. After that, sending goes on by itself. To go on now: npm run leads -- resume --now`,
    );
  return lines.length > 0 ? lines : ["No pause, failure or wait stops the deliveries."];
}

export async function printWaiting({ database, config, write }: WithDatabase): Promise<void> {
  const { count } = await findUndelivered(database);
  await write(`Leads that wait: ${formatCount(count)}\n`);
  if (config.activeCampaign === undefined)
    await write(
      "ActiveCampaign is not configured. Set ACTIVECAMPAIGN_URL and ACTIVECAMPAIGN_TOKEN in .env, then restart the server.\n",
    );
}
