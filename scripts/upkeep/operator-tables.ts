import { commands } from "#server/commands/command-table.ts";
import type { Fact, Subject } from "#server/facts/fact.ts";
import { findChange } from "#server/operator/actions.ts";
import { type Facts, subjects } from "#server/operator/facts.ts";

/** The tables of the operator's papers that are made from the lists of commands, facts and actions, by their sections. */
export const operatorTables: Readonly<Record<string, Record<string, (facts: Facts) => string>>> = {
  "docs/operacao/comandos.md": { comandos: commandTable, mudanças: changeTable },
  "docs/operacao/painel.md": { assuntos: factTable },
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

/** What is known of each subject while nothing is wrong. */
function factTable(facts: Facts): string {
  const known = new Map(Object.entries<readonly Fact[]>(facts));
  const rows = Object.entries<Subject>(subjects).map(([name, { title }]) => [
    title,
    [...new Set(known.get(name)?.map((fact) => fact.name))].join(", "),
  ]);
  return table(["assunto", "o que diz"], rows);
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
