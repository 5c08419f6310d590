import { rehearse as phrases } from "#phrases/commands/rehearse.ts";
import {
  type CommandIo,
  type CommandOutcome,
  done,
  failed,
} from "#server/commands/command-line/command.ts";
import { formatCount, formatDecimal } from "#server/commands/printing/text.ts";
import { readEvent } from "#server/event/choices.ts";
import { describeCounts, type Tally, type Watched } from "./watch-play.ts";

/** Prints what has become of all sign-ups. Fails if one of them is missing, or if the server left out a phase. */
export async function concludePlay(
  { write }: CommandIo,
  watched: Watched,
  tally: Tally,
): Promise<CommandOutcome> {
  const { sent } = watched;
  const lags = lagsOf(tally);
  const lines = [
    `${phrases.ended} ${describeCounts(sent, tally)}`,
    ...(lags.length === 0 ? [] : [phrases.lag(seconds(middle(lags)), seconds(lags.at(-1)))]),
    ...(tally.others === 0 ? [] : [phrases.others(formatCount(tally.others))]),
  ];
  const missing = [
    ...missingIn(phrases.notStored, sent.sent - tally.stored.length),
    ...missingIn(phrases.notDelivered, sent.sent - tally.delivered.length),
    ...(await missedPhases(watched)),
  ];
  for (const line of missing.length === 0 ? [...lines, phrases.complete] : lines)
    await write(`${line}\n`);
  return missing.length === 0 ? done : failed(...missing);
}

/** The times from each sign-up to its delivery, the shortest first. */
function lagsOf({ delivered }: Tally): number[] {
  return delivered
    .map(({ receivedAt, deliveredAt }) => (deliveredAt ?? receivedAt) - receivedAt)
    .sort((one, other) => one - other);
}

function middle(sorted: readonly number[]): number | undefined {
  return sorted[Math.floor(sorted.length / 2)];
}

function seconds(ms: number | undefined): string {
  return formatDecimal((ms ?? 0) / 1_000);
}

function missingIn(phrase: (count: string) => string, count: number): string[] {
  return count > 0 ? [phrase(formatCount(count))] : [];
}

/** Names the phases that the server left out. After a choice by hand nothing is expected. */
async function missedPhases({ database, play, seen }: Watched): Promise<string[]> {
  const { override } = await readEvent(database);
  if (override?.changedAt !== play.preparedAt) return [];
  const after = play.event.replay === "none" ? "over" : "replay";
  const missed = (["doors", "live", after] as const).filter((phase) => !seen.includes(phase));
  return missed.length === 0 ? [] : [phrases.phasesMissed(missed.map(phrases.phaseName))];
}
