import type { Config } from "#server/config.ts";
import type { Sleep } from "#server/delivery/active-campaign/rate-limited-client.ts";
import type { Store } from "#server/storage/connection/open-database.ts";
import type { Database } from "#server/storage/tables.ts";

/** One of the operator's commands: `npm run leads -- <its name>`. */
export type Command = Manual &
  (
    | { reaches: "database"; run(world: WithDatabase, request: CommandInput): Result }
    /** Opens the store itself, or must not have it open. */
    | { reaches: "store"; run(world: CommandIo & { store: Store }, request: CommandInput): Result }
    /** Looks at everything itself, whatever is wrong with it. */
    | { reaches: "everything"; run(door: CommandLineIo, request: CommandInput): Result }
  );

type Manual = {
  /** What is written after the name: `<e-mail>`, `[--since <date>]`. */
  usage: string;
  summary: string;
  details: readonly string[];
  /** How many words stand after the name, options aside. */
  operands: { least: number; most: number };
  options: Readonly<Record<string, Option>>;
};

export type Option = { type: "boolean" | "string"; about: string };

export type CommandInput = {
  operands: readonly string[];
  flags: ReadonlySet<string>;
  texts: ReadonlyMap<string, string>;
};

export type CommandIo = {
  clock: () => number;
  /** The one that the couriers go by, of all machines. */
  databaseClock(database: Database): Promise<number>;
  sleep: Sleep;
  fetch: typeof fetch;
  /** To standard output; done when there is room for more. */
  write(text: string): Promise<void>;
  /** A line to standard error. */
  note(line: string): void;
  /** Undefined when nobody is there to answer. */
  ask(question: string): Promise<string | undefined>;
  /** The first line of standard input; an empty text if there is none. */
  readLine(): Promise<string>;
};

/** With an open store. */
export type WithDatabase = CommandIo & { database: Database; config: Config };

/** What the door of the command line brings: the settings are read only when a command runs. */
export type CommandLineIo = CommandIo & {
  readConfig():
    | { kind: "config"; config: Config }
    | { kind: "mistakes"; mistakes: readonly string[] };
  openStore(
    store: Store,
  ): Promise<{ kind: "open"; database: Database } | { kind: "unusable"; mistake: string }>;
  /** Where `npm run build` leaves the site, and where its pictures come from. */
  folders: { site: string; pictures: string };
  /** How much room is left on the disk that holds a folder. */
  freeBytes(folder: string): Promise<number>;
  /** Whether a folder is only in memory, where a power cut removes everything. */
  isInMemory(folder: string): Promise<boolean>;
};

export type CommandOutcome =
  | { kind: "done" }
  | { kind: "failed"; lines: readonly string[] }
  | { kind: "misused"; line: string };

type Result = Promise<CommandOutcome>;

export const done = { kind: "done" } as const;

export function failed(...lines: string[]): CommandOutcome {
  return { kind: "failed", lines };
}
