import { circuit as phrases } from "#phrases/command-line.ts";
import { describeReason } from "#phrases/delivery-states.ts";
import type { WithDatabase } from "#server/commands/command-line/command.ts";
import { type Circuit, readCircuit } from "#server/store/courier/circuit.ts";
import { findUndelivered } from "#server/store/deliveries/delivered.ts";
import { escapeForTerminal } from "./escape.ts";
import { formatCount, formatTime } from "./text.ts";

/** One line for each reason why nothing is sent to ActiveCampaign at present. */
export function describeCircuit(
  { pausedAt, tripped, backOffUntil }: Circuit,
  now: number,
): string[] {
  const lines: string[] = [];
  if (pausedAt !== undefined) lines.push(phrases.paused(formatTime(pausedAt)));
  if (tripped !== undefined) {
    const { since, reason, probeAt } = tripped;
    lines.push(
      phrases.tripped(
        formatTime(since),
        escapeForTerminal(describeReason(reason)),
        formatTime(probeAt),
      ),
    );
  }
  if (backOffUntil > now) lines.push(phrases.backingOff(formatTime(backOffUntil)));
  return lines.length > 0 ? lines : [phrases.free];
}

/** Prints what stops the deliveries at present, and how many leads wait. */
export async function printDeliveries(io: WithDatabase, now: number): Promise<void> {
  const { database, config, write } = io;
  for (const line of describeCircuit(await readCircuit(database), now)) await write(`${line}\n`);
  const { count } = await findUndelivered(database);
  await write(`${phrases.waiting(formatCount(count))}\n`);
  if (config.activeCampaign === undefined) await write(`${phrases.notConfigured}\n`);
}
