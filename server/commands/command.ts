import type { Database } from "#server/storage/tables.ts";

type CommandDeps = {
  database: Database;
  clock: () => number;
  print: (line: string) => void;
};

/** One of the operator's commands: `npm run leads -- <its name>`. */
export type Command = {
  summary: string;
  run(deps: CommandDeps): Promise<void>;
};
