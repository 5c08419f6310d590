import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CommandLineIo } from "#server/command-line/command.ts";
import { runCommandLine } from "#server/commands/run-command-line.ts";
import { type ConfigResult, readConfig } from "#server/config.ts";
import { openExistingStore, openStore, type Store } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";
import type { Submission } from "#server/store/submissions.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { doneIn } from "#tests/support/store/done-in.ts";
import {
  createMigratedStore,
  createTemporaryFolder,
  type Engine,
} from "#tests/support/store/temporary-database.ts";

/**
 * The text that a command printed to standard output and standard error, and its exit code. `err` does not contain the
 * line with the name of the store, which every command prints first.
 */
type CommandResult = { code: number; out: string; err: string };

export type Operator<Kind extends Store = Store> = {
  store: Kind;
  /** Runs a command: `args` are the words after `npm run leads --`. */
  run(args: readonly string[], overrides?: Partial<CommandLineIo>): Promise<CommandResult>;
  /** Gives the work its own connection to the store beside the commands, as a running server has it. */
  use<T>(work: (database: Database) => Promise<T>): Promise<T>;
  /** The entries in the log of actions, the oldest first. */
  actions(): Promise<string[]>;
  /** Creates the empty store, as the first start of a server does. */
  createStore(): Promise<void>;
  /** Stores a sign-up: by default that of Ana in the popup. */
  signUp(submission: Partial<Submission>): Promise<void>;
};

/**
 * An operator with an empty store, as a server creates it; the store is deleted after the test. All clocks show one
 * second after the start of 1970.
 */
export async function createOperator(engine: Engine = "sqlite"): Promise<Operator> {
  const { store, remove } = await createMigratedStore(engine);
  onTestFinished(remove);
  return operatorOf(store);
}

/** An operator with SQLite but without a store, and the path of a backup file outside the store's folder. */
export async function createOperatorWithBackupFile() {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const elsewhere = await createTemporaryFolder();
  onTestFinished(elsewhere.remove);
  return { ...operatorOf(store), file: join(elsewhere.store.folder, "leads.backup") };
}

export function operatorOf<Kind extends Store>(store: Kind): Operator<Kind> {
  const use: Operator["use"] = async (work) => {
    const opened = await openStore(store);
    if (opened.kind !== "open") throw new Error(opened.mistake);
    return work(opened.database).finally(() => opened.database.destroy());
  };
  return {
    store,
    use,
    actions: async () => (await use(doneIn)).toReversed(),
    createStore: () => use(() => Promise.resolve()),
    run: (args, overrides) => run(store, args, overrides),
    signUp: (submission) =>
      use((database) =>
        appendSubmission(database, { lead: ana, surface: "popup", receivedAt: 100, ...submission }),
      ),
  };
}

/** The configuration of a server with that store, as if read from `.env`. */
export function settingsOf(store: Store, more: Record<string, string> = {}): ConfigResult {
  const place = store.kind === "sqlite" ? { DATA_DIR: store.folder } : { DATABASE_URL: store.url };
  return readConfig({ ...place, ...more });
}

async function run(
  store: Store,
  args: readonly string[],
  overrides: Partial<CommandLineIo> = {},
): Promise<CommandResult> {
  const printed = { out: "", err: "" };
  const io: CommandLineIo = {
    clock: () => 1_000,
    prompt: () => Promise.resolve(undefined),
    readLines: () => Promise.resolve([]),
    sleep: () => Promise.resolve(),
    fetch,
    readConfig: () => settingsOf(store),
    openStore: openExistingStore,
    folders: { site: "dist", pictures: "content/pictures" },
    readDisk: async () => ({ freeBytes: 1e12, freeShare: 0.5 }),
    isTerminal: false,
    note(line) {
      if (!line.startsWith("Banco de dados: ")) printed.err += `${line}\n`;
    },
    async write(text) {
      printed.out += text;
    },
    ...overrides,
  };
  return { code: await runCommandLine(args, io), ...printed };
}
