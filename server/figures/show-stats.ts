import { deliveryStates, surfaceNames } from "#phrases/delivery-states.ts";
import { stopsOf } from "#server/command-line/circuit.ts";
import { escapeForTerminal, escapeJson } from "#server/command-line/escape.ts";
import { formatCount, formatTime, isoTime, timeZone } from "#server/command-line/text.ts";
import { type Campaign, otherText } from "#server/store/counts.ts";
import { type Count, others, type Question, type Stats } from "./read-stats.ts";

/** The states of a delivery, in the order in which a delivery goes through them. */
const statesInOrder = ["due", "sending", "importing", "delivered", "parked"] as const;

const periodNames = { minute: "minuto", hour: "hora", day: "dia" };

/** The figures as people read them. Of the sources and campaigns it shows the `maxLabels` highest. */
export function showStats(stats: Stats, question: Question, maxLabels: number): string {
  const { signUps, people, entered, periods, sources, campaigns, surfaces, deliveries } = stats;
  const contents = stats.campaignContents.map((row): Row => [campaignLabel(row), row.signUps]);
  const periodTitle = `Por ${periodNames[question.by]} (${timeZone}): inscrições, pessoas novas`;
  const forms = surfaces.map(({ name, signUps: count }): Row => [surfaceNames[name], count]);
  const states = statesInOrder.flatMap((state): Row[] => {
    const count = deliveries.get(state);
    const advice = state === "parked" ? " (npm run leads -- retry)" : "";
    return count === undefined ? [] : [[`${deliveryStates[state]}${advice}`, count]];
  });
  return [
    `Inscrições: ${formatCount(signUps)}. Pessoas: ${formatCount(people)}.${entered > 0 ? ` Entradas na aula: ${formatCount(entered)}.` : ""}\n${spanLine(question)}`,
    barChart(
      periodTitle,
      periods.map((period) => [period.label, period.signUps, period.newPeople]),
    ),
    barChart("Por origem", highest(sources, maxLabels)),
    barChart("Por campanha", highest(campaigns, maxLabels)),
    barChart("Por campanha e conteúdo, de todo o tempo", contents),
    barChart("Por formulário", forms),
    barChart("Entregas", states),
    lastLines(stats),
  ].join("\n");
}

/** A campaign with the content of its link, if there is one. */
export function campaignLabel(row: Campaign): string {
  if (row.campaign === otherText) return others;
  return row.content === "" ? row.campaign : `${row.campaign} · ${row.content}`;
}

/** Which time the figures are of: `--since 20:00` before 20:00 means yesterday, which the operator must see. */
function spanLine({ since, to }: Question): string {
  const end = to === undefined ? "agora" : formatTime(to);
  if (since !== undefined) return `De ${formatTime(since)} até ${end}.\n`;
  return to === undefined ? "" : `Até ${end}.\n`;
}

function highest(counts: readonly Count[], maxLabels: number): Row[] {
  const rest = counts.slice(maxLabels).reduce((sum, { signUps }) => sum + signUps, 0);
  const shown = counts.slice(0, maxLabels).map(({ name, signUps }): Row => [name, signUps]);
  return rest > 0 ? [...shown, [others, rest]] : shown;
}

/** A row of a chart: its label, the number of its bar, and perhaps a second number. */
type Row = readonly [label: string, count: number, beside?: number];

const maxBarWidth = 40;

/** A title, then a line for each row: its label, its numbers and a bar. */
function barChart(title: string, rows: readonly Row[]): string {
  const highestCount = rows.reduce((max, [, count]) => Math.max(max, count), 0);
  const labels = rows.map(([label]) => escapeForTerminal(label));
  const labelWidth = labels.reduce((max, label) => Math.max(max, label.length), 0);
  const numberWidth = formatCount(highestCount).length;
  const lines = rows.map(([, count, beside], index) => {
    const label = (labels[index] ?? "").padEnd(labelWidth);
    const numbers = [count, ...(beside === undefined ? [] : [beside])].map((number) =>
      formatCount(number).padStart(numberWidth),
    );
    return `  ${[label, ...numbers, bar(count, highestCount)].join("  ")}`.trimEnd();
  });
  return [title, ...(lines.length > 0 ? lines : ["  nada"]), ""].join("\n");
}

/** Every number above 0 gets a visible bar. */
function bar(count: number, highestCount: number): string {
  if (count === 0) return "";
  return "█".repeat(Math.max(1, Math.round((count / highestCount) * maxBarWidth)));
}

function lastLines({ held, hadUnsubscribed, wantNext, circuit, databaseNow }: Stats): string {
  const lines = [
    `Retidas: ${formatCount(held)}${held > 0 ? " (para ver: npm run leads -- release)" : ""}`,
    ...(hadUnsubscribed > 0
      ? [
          `Já tinham se descadastrado no ActiveCampaign e continuam assim: ${formatCount(hadUnsubscribed)} (para ver: npm run leads -- list)`,
        ]
      : []),
    ...(wantNext > 0 ? [`Querem saber da próxima aula: ${formatCount(wantNext)}`] : []),
    ...stopsOf(circuit, databaseNow).map(({ text, todo }) => `${text} ${todo}`),
  ];
  return `${lines.join("\n")}\n`;
}

/** The figures for programs. Names and meaning of the fields stay the same; new fields may come. */
export function statsJson(stats: Stats, { by, since, to }: Question): string {
  const { circuit, deliveries, databaseNow } = stats;
  const time = (ms: number | undefined) => (ms === undefined ? null : isoTime(ms));
  const { backOffUntil } = circuit;
  return `${escapeJson({
    now: isoTime(stats.now),
    since: time(since),
    to: time(to),
    signUps: stats.signUps,
    people: stats.people,
    entered: stats.entered,
    heldBack: stats.held,
    by,
    periods: stats.periods.map(({ start, signUps, newPeople }) => ({
      start: isoTime(start),
      signUps,
      newPeople,
    })),
    sources: stats.sources,
    campaigns: stats.campaigns,
    campaignContents: stats.campaignContents,
    surfaces: stats.surfaces,
    deliveries: Object.fromEntries(
      statesInOrder.map((state) => [state, deliveries.get(state) ?? 0]),
    ),
    hadUnsubscribed: stats.hadUnsubscribed,
    wantNext: stats.wantNext,
    pausedAt: time(circuit.pausedAt),
    stoppedAt: time(circuit.tripped?.since),
    backOffUntil: time(backOffUntil > databaseNow ? backOffUntil : undefined),
  })}\n`;
}
