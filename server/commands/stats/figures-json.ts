import { escapeJson } from "#server/commands/printing/escape.ts";
import { isoTime } from "#server/commands/printing/text.ts";
import type { Figures, Question } from "./read-figures.ts";
import { statesInOrder } from "./show-figures.ts";

/** The figures for programs. Names and meaning of the fields stay the same; new fields may come. */
export function figuresJson(figures: Figures, { by, since, to }: Question): string {
  const { circuit, deliveries } = figures;
  const time = (ms: number | undefined) => (ms === undefined ? null : isoTime(ms));
  return `${escapeJson({
    now: isoTime(figures.now),
    since: time(since),
    to: time(to),
    signUps: figures.signUps,
    people: figures.people,
    heldBack: figures.held,
    by,
    periods: figures.periods.map(({ start, signUps, newPeople }) => ({
      start: isoTime(start),
      signUps,
      newPeople,
    })),
    sources: countsOf(figures.sources),
    campaigns: countsOf(figures.campaigns),
    surfaces: countsOf(figures.surfaces),
    deliveries: Object.fromEntries(
      statesInOrder.map((state) => [state, deliveries.get(state) ?? 0]),
    ),
    hadUnsubscribed: figures.hadUnsubscribed,
    wantNext: figures.wantNext,
    pausedAt: time(circuit.pausedAt),
    stoppedAt: time(circuit.tripped?.since),
    backOffUntil: time(
      circuit.backOffUntil > figures.databaseNow ? circuit.backOffUntil : undefined,
    ),
  })}\n`;
}

/** The highest counts first. */
function countsOf(counts: ReadonlyMap<string, number>) {
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, signUps]) => ({ name, signUps }));
}
