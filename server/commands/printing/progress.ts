import type { CommandIo } from "#server/commands/command-line/command.ts";
import { formatCount } from "./text.ts";

const defaultIntervalMs = 2_000;

/** During long work, prints from time to time on standard error how many items are done. Short work prints nothing. */
export function createProgress(
  { note, clock }: Pick<CommandIo, "note" | "clock">,
  what: string,
  intervalMs = defaultIntervalMs,
): (count: number) => void {
  let printedAt = clock();
  return (count) => {
    if (count === 0 || clock() - printedAt < intervalMs) return;
    printedAt = clock();
    note(`${what}: ${formatCount(count)}…`);
  };
}
