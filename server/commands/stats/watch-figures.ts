import { stats as phrases } from "#phrases/commands/stats.ts";
import type { WithDatabase } from "#server/commands/command-line/command.ts";
import { formatTime } from "#server/commands/printing/text.ts";
import type { Period } from "./periods.ts";
import { type Question, readFigures, readVisitCounts } from "./read-figures.ts";
import { showFigures } from "./show-figures.ts";

const redrawMs = 5_000;
/** Sources and campaigns are read from every sign-up, so they are read again only after this time. */
const visitsAreNewMs = 60_000;
const maxPeriods = 20;
const maxLabels = 5;

/** From the upper left corner: ends the old picture, and begins the new one. */
const clearScreen = "\u001b[H\u001b[J";

/** Shows the figures again and again, until the operator ends the command with Ctrl-C. */
export async function watchFigures(
  io: WithDatabase,
  given: Omit<Question, "by">,
  by: Period = "minute",
): Promise<never> {
  const question = { ...given, by, rows: maxPeriods };
  const quiet = { ...io, note: () => {} };
  let visits = await readVisitCounts(quiet, question);
  let readAt = io.clock();
  for (;;) {
    const figures = await readFigures(io, question, visits);
    const head = phrases.watching(formatTime(figures.now));
    await io.write(`${clearScreen}${head}\n${showFigures(figures, question, maxLabels)}`);
    await io.sleep(redrawMs, new AbortController().signal);
    if (io.clock() - readAt < visitsAreNewMs) continue;
    visits = await readVisitCounts(quiet, question);
    readAt = io.clock();
  }
}
