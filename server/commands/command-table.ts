import type { Command } from "#server/command-line/command.ts";
import { backup } from "#server/copies/backup.ts";
import { copied } from "#server/copies/copied.ts";
import { restore } from "#server/copies/restore.ts";
import { doctor } from "#server/doctor/doctor.ts";
import type { Subject } from "#server/facts/fact.ts";
import { subjects } from "#server/operator/facts.ts";
import { panel } from "#server/panel/command.ts";
import { stats } from "#server/panel/stats.ts";
import { accountFields, trial } from "./account.ts";
import { changeWith, showFactsOf } from "./change.ts";
import { release, retry } from "./deliveries.ts";
import { exportLeads } from "./export.ts";
import { find, list } from "./find.ts";
import { access, add, erase } from "./people.ts";

/** Every command by its words, in the order of the help. */
export const commands: ReadonlyMap<string, Command> = new Map([
  ["doctor", doctor],
  ["stats", stats],
  ["panel", panel],
  ["list", list],
  ["find", find],
  ["add", add],
  ["export", exportLeads],
  ["access", access],
  ["erase", erase],
  ["retry", retry],
  ["release", release],
  ...Object.values<Subject>(subjects).flatMap(commandsOf),
  ["fields", accountFields],
  ["trial", trial],
  ["backup", backup],
  ["restore", restore],
  ["copied", copied],
]);

/** Returns the command that prints the facts of a subject, and one command for each action of the subject. */
function commandsOf(subject: Subject): [string, Command][] {
  const { word, actions = [] } = subject;
  const changes = actions.map((action): [string, Command] => [
    action.words,
    changeWith(action, subject),
  ]);
  if (word === undefined) return changes;
  const others = changes.filter(([words]) => words !== word);
  const [, change] = changes.find(([words]) => words === word) ?? [];
  return [[word, showFactsOf(subject, change)], ...others];
}

/** Finds the command whose name matches the most of the first words. Returns it with the words after the name. */
export function findCommand(
  args: readonly string[],
): { name: string; command: Command; rest: readonly string[] } | undefined {
  const counts = args.map((_, index) => index + 1).reverse();
  for (const count of counts) {
    const name = args.slice(0, count).join(" ");
    const command = commands.get(name);
    if (command !== undefined) return { name, command, rest: args.slice(count) };
  }
  return undefined;
}
