import type { Command } from "./command.ts";
import { commands } from "./command-table.ts";

const call = "npm run leads --";

export function manualOfAll(): string {
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  return [
    `${call} <command>`,
    "",
    ...lines,
    "",
    "  <command> --help   what a command does, and its options",
    "",
    "Exit codes: 0 done, 1 failed, 2 called the wrong way.",
    "",
  ].join("\n");
}

export function manualOf(name: string, { usage, summary, details, options }: Command): string {
  const rows = Object.entries(options).map(([option, { about }]) => `  --${option}  ${about}`);
  const paragraphs = [[summary], details, rows].filter((lines) => lines.length > 0);
  return [[usageOf(name, usage)], ...paragraphs].map((lines) => `${lines.join("\n")}\n`).join("\n");
}

export function usageOf(name: string, usage: string): string {
  return `${call} ${name} ${usage}`.trimEnd();
}
