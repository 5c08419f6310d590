import type { Config } from "#server/config.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import type { readDisk } from "#server/store/connection/sqlite.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import type { Store } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";
import type { Sleep } from "#server/waiting.ts";

/** One of the operator's commands: `npm run leads -- <its name>`. */
export type Command = {
  /** The words that may follow the command's name, as the help prints them: `<e-mail>`, `[--to <quando>]`. */
  usage: string;
  summary: string;
  details: readonly string[];
  /** How many words may follow the command's name; undefined if no word may follow. Options do not count. */
  operands?: { min: number; max: number };
  options?: Readonly<Record<string, Option>>;
  run(context: Context, input: CommandInput): Promise<CommandOutcome>;
};

type Option = { type: "boolean" | "string"; about: string };

/** The operands and options that follow a command's name. */
export type CommandInput = {
  operands: readonly string[];
  /** The given options that take no value, like `--yes`. */
  switches: ReadonlySet<string>;
  /** The value of each given option that takes a value, like `--to`. */
  values: ReadonlyMap<string, string>;
};

/** All that `server/cli.ts` gives to the commands. */
export type CommandLineIo = {
  clock: () => number;
  sleep: Sleep;
  fetch: typeof fetch;
  /** Whether standard output is a terminal, and no file or pipe. */
  isTerminal: boolean;
  /** Writes a text to standard output. Resolves when standard output can take more text. */
  write(text: string): Promise<void>;
  /** Writes a line to standard error. */
  note(line: string): void;
  /** Asks a question at the terminal. Resolves to undefined if there is no terminal. */
  prompt(question: string): Promise<string | undefined>;
  /** Reads the first lines of standard input, or all lines if there are fewer. */
  readLines(count: number): Promise<string[]>;
  readConfig():
    | { kind: "config"; config: Config }
    | { kind: "mistakes"; mistakes: readonly string[] };
  /** Opens an existing store. Never creates a new store. */
  openStore(
    store: Store,
  ): Promise<{ kind: "open"; database: Database } | { kind: "outage"; mistake: string }>;
  /** The folder of the built site, and the folder of the site's original pictures. */
  folders: { site: string; pictures: string };
  /** Reads the free space on the disk that holds a folder. */
  readDisk: typeof readDisk;
};

/**
 * What a command can use. It reads settings and opens the store only on request: a help text needs neither of the two.
 */
export type Context = CommandLineIo & {
  /** Reads the settings. Mistakes in the settings end the command. */
  settings(): WithSettings;
  /** Opens the store, which is closed when the command ends. A store that cannot be opened ends the command. */
  open(): Promise<WithDatabase>;
};

type WithSettings = CommandLineIo & { config: Config };

export type WithDatabase = WithSettings & { database: Database };

export type CommandOutcome =
  | { kind: "done" }
  | { kind: "failed"; lines: readonly string[] }
  | Misused;

/** The operator wrote the command in a wrong way. The line says what is wrong. */
export type Misused = { kind: "misused"; line: string };

export const done = { kind: "done" } as const;

export function failed(...lines: string[]): CommandOutcome {
  return { kind: "failed", lines };
}

export function misused(line: string): Misused {
  return { kind: "misused", line };
}

/**
 * Derives leads from the newest sign-ups before a command reads the leads. If the store cannot be written to, as on a
 * full disk, the function only prints a note, because the command can still read the stored leads.
 */
export async function deriveForReading(io: WithDatabase): Promise<void> {
  try {
    await deriveLeads(io.database, io.clock());
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    io.note(
      `Não é possível gravar no banco de dados (${reason}). As inscrições mais novas podem faltar aqui.`,
    );
  }
}
