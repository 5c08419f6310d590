import type { CommandIo } from "#server/commands/command-line/command.ts";
import { grouped } from "./bar-chart.ts";

const usuallyEveryMs = 2_000;

/** Says now and then how far long work has come; short work says nothing. */
export function createProgress(
  { note, clock }: Pick<CommandIo, "note" | "clock">,
  what: string,
  everyMs = usuallyEveryMs,
): (count: number) => void {
  let saidAt = clock();
  return (count) => {
    if (count === 0 || clock() - saidAt < everyMs) return;
    saidAt = clock();
    note(`${grouped(count)} ${what}…`);
  };
}
