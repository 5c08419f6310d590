import { type TroubleName, troubles } from "#phrases/troubles.ts";

/** Something for which the operator must act: an alarm that lasts. */
export type Trouble = {
  name: TroubleName;
  /** What is wrong, in one sentence. */
  sentence: string;
  /** The command that mends it, or that says more. */
  command: string;
};

/** The troubles with these names, the most urgent first. A name that only a newer version knows is left out. */
export function troublesOf(names: ReadonlySet<string>): Trouble[] {
  return Object.keys(troubles)
    .filter(isTroubleName)
    .filter((name) => names.has(name))
    .map((name) => ({ name, sentence: troubles[name].sentence, command: troubles[name].command }));
}

export function isTroubleName(name: string): name is TroubleName {
  return Object.hasOwn(troubles, name);
}
