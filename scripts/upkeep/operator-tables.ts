import { commands } from "#server/commands/command-table.ts";
import type { Subject } from "#server/facts/fact.ts";
import { findChange } from "#server/operator/actions.ts";
import { subjects } from "#server/operator/facts.ts";

/** The tables of docs/operacao/comandos.md that are made from the lists of commands and actions, by their sections. */
export const operatorTables: Readonly<Record<string, () => string>> = {
  comandos: commandTable,
  mudanças: changeTable,
};

/** The commands that show, and those that are about a person, the account or copies. */
function commandTable(): string {
  const rows = [...commands]
    .filter(([words]) => findChange(words) === undefined)
    .map(([words, { summary }]) => [usageOf(words), summary]);
  return table(["comando", "o que faz"], rows);
}

/** What can be changed of each subject, by a command or by the button of the panel. */
function changeTable(): string {
  const rows = Object.values<Subject>(subjects).flatMap(({ title, actions = [] }) => {
    const changes = actions.map(({ words, button }) => `${usageOf(words)} ${button}`);
    return changes.length === 0 ? [] : [[title, changes.join("; ")]];
  });
  return table(["assunto", "comandos, e os botões deles"], rows);
}

function usageOf(words: string): string {
  return `\`${words} ${commands.get(words)?.usage ?? ""}`.trimEnd().concat("`");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}
