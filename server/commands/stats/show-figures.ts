import { stats as phrases } from "#phrases/commands/stats.ts";
import { deliveryStates } from "#phrases/delivery-states.ts";
import { surfaceNames } from "#phrases/sign-ups.ts";
import { barChart } from "#server/commands/printing/bar-chart.ts";
import { describeCircuit } from "#server/commands/printing/describe-circuit.ts";
import { formatCount, formatTime, timeZone } from "#server/commands/printing/text.ts";
import type { DeliveryState } from "#server/store/tables.ts";
import type { Figures, Question } from "./read-figures.ts";

/** The states of a delivery, in the order in which a delivery goes through them. */
export const statesInOrder = [
  "due",
  "sending",
  "importing",
  "delivered",
  "parked",
] as const satisfies DeliveryState[];

const { titles } = phrases;

/** The figures as people read them. Of the sources and campaigns it shows the `maxLabels` highest. */
export function showFigures(figures: Figures, question: Question, maxLabels: number): string {
  const { by } = question;
  const surfaces = [...figures.surfaces].map(
    ([name, count]) => [surfaceNames[name], count] as const,
  );
  const all = [
    phrases.total(formatCount(figures.signUps), formatCount(figures.people)) + spanLine(question),
    barChart(
      titles[by](timeZone),
      figures.periods.map(({ label, signUps, newPeople }) => [label, signUps, newPeople]),
    ),
    barChart(titles.sources, highestFirst(figures.sources, maxLabels)),
    barChart(titles.campaigns, highestFirst(figures.campaigns, maxLabels)),
    barChart(titles.surfaces, highestFirst(new Map(surfaces), maxLabels)),
    barChart(titles.deliveries, deliveryRows(figures)),
    lastLines(figures),
  ];
  return all.join("\n");
}

/** Which time the figures are of: `--since 20:00` before 20:00 means yesterday, which the operator must see. */
function spanLine({ since, to }: Question): string {
  if (since === undefined && to === undefined) return "";
  const [start, end] = [since, to].map((ms) => (ms === undefined ? undefined : formatTime(ms)));
  return phrases.span(start, end);
}

function highestFirst(
  counts: ReadonlyMap<string, number>,
  maxLabels: number,
): Array<[string, number]> {
  const rows = [...counts].sort(([, one], [, other]) => other - one);
  const rest = rows.slice(maxLabels).reduce((sum, [, count]) => sum + count, 0);
  const shown = rows.slice(0, maxLabels);
  return rest > 0 ? [...shown, [phrases.others, rest]] : shown;
}

function deliveryRows({ deliveries }: Figures): Array<[string, number]> {
  return statesInOrder.flatMap((state): Array<[string, number]> => {
    const count = deliveries.get(state);
    const advice = state === "parked" ? ` (${phrases.retryAdvice})` : "";
    return count === undefined ? [] : [[`${deliveryStates[state]}${advice}`, count]];
  });
}

function lastLines(figures: Figures): string {
  const { held, hadUnsubscribed, wantNext } = figures;
  return [
    heldLine(held),
    hadUnsubscribed === 0 ? "" : phrases.unsubscribed(formatCount(hadUnsubscribed)),
    wantNext === 0 ? "" : phrases.wantNext(formatCount(wantNext)),
    circuitLines(figures),
  ].join("");
}

function heldLine(held: number): string {
  return `${phrases.held(formatCount(held))}${held > 0 ? ` (${phrases.heldAdvice})` : ""}\n`;
}

/** The lines that say why nothing is sent to ActiveCampaign; no lines while leads are sent. */
function circuitLines({ circuit, databaseNow }: Figures): string {
  const { pausedAt, tripped, backOffUntil } = circuit;
  if (pausedAt === undefined && tripped === undefined && backOffUntil <= databaseNow) return "";
  return `${describeCircuit(circuit, databaseNow).join("\n")}\n`;
}
