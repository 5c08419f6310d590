import { stats as phrases } from "#phrases/commands/stats.ts";
import { escapeForTerminal } from "./escape.ts";
import { formatCount } from "./text.ts";

/** A row of a chart: its label, the number of its bar, and perhaps a second number. */
type Row = readonly [label: string, count: number, beside?: number];

const maxBarWidth = 40;

/** A title, then a line for each row: its label, its numbers and a bar. */
export function barChart(title: string, rows: readonly Row[]): string {
  const highest = rows.reduce((max, [, count]) => Math.max(max, count), 0);
  const labels = rows.map(([label]) => escapeForTerminal(label));
  const labelWidth = labels.reduce((max, label) => Math.max(max, label.length), 0);
  const numberWidth = formatCount(highest).length;
  const lines = rows.map(([, count, beside], index) => {
    const label = (labels[index] ?? "").padEnd(labelWidth);
    const numbers = [count, ...(beside === undefined ? [] : [beside])].map((number) =>
      formatCount(number).padStart(numberWidth),
    );
    return `  ${[label, ...numbers, bar(count, highest)].join("  ")}`.trimEnd();
  });
  return [title, ...(lines.length > 0 ? lines : [`  ${phrases.none}`]), ""].join("\n");
}

/** Every number above 0 gets a visible bar. */
function bar(count: number, highest: number): string {
  return count === 0 ? "" : "█".repeat(Math.max(1, Math.round((count / highest) * maxBarWidth)));
}
