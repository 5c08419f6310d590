import { inert } from "./escape.ts";

const widestBar = 40;

/** A title, then for each row its label, its number and a bar. */
export function barChart(title: string, rows: readonly (readonly [string, number])[]): string {
  const most = rows.reduce((highest, [, count]) => Math.max(highest, count), 0);
  const labels = rows.map(([label]) => inert(label));
  const labelWidth = labels.reduce((widest, label) => Math.max(widest, label.length), 0);
  const numberWidth = grouped(most).length;
  const lines = rows.map(([, count], index) => {
    const label = (labels[index] ?? "").padEnd(labelWidth);
    return `  ${label}  ${grouped(count).padStart(numberWidth)}  ${bar(count, most)}`.trimEnd();
  });
  return [title, ...(lines.length > 0 ? lines : ["  none"]), ""].join("\n");
}

export function grouped(count: number): string {
  return count.toLocaleString("en-US");
}

/** Whatever is not nothing can be seen. */
function bar(count: number, most: number): string {
  return count === 0 ? "" : "█".repeat(Math.max(1, Math.round((count / most) * widestBar)));
}
