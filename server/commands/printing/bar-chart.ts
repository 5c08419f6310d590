import { escapeForTerminal } from "./escape.ts";
import { formatCount } from "./text.ts";

const maxBarWidth = 40;

/** A title, then a line for each row: its label, its number and a bar. */
export function barChart(title: string, rows: readonly (readonly [string, number])[]): string {
  const highest = rows.reduce((max, [, count]) => Math.max(max, count), 0);
  const labels = rows.map(([label]) => escapeForTerminal(label));
  const labelWidth = labels.reduce((max, label) => Math.max(max, label.length), 0);
  const numberWidth = formatCount(highest).length;
  const lines = rows.map(([, count], index) => {
    const label = (labels[index] ?? "").padEnd(labelWidth);
    const number = formatCount(count).padStart(numberWidth);
    return `  ${label}  ${number}  ${bar(count, highest)}`.trimEnd();
  });
  return [title, ...(lines.length > 0 ? lines : ["  none"]), ""].join("\n");
}

/** Every number above 0 gets a visible bar. */
function bar(count: number, highest: number): string {
  return count === 0 ? "" : "█".repeat(Math.max(1, Math.round((count / highest) * maxBarWidth)));
}
