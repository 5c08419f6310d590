import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { runCommandLine } from "#server/commands/command-line/run-command-line.ts";
import { type ConfigResult, readConfig } from "#server/config.ts";
import { openStore } from "#server/open-store.ts";
import type { Store } from "#server/storage/connection/open-database.ts";
import type { Submission } from "#server/storage/submissions/submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import {
  createTemporaryFolder,
  createTemporaryStore,
  type Engine,
} from "#tests/support/store/temporary-database.ts";

export type Said = { code: number; out: string; err: string };

export type Operator<Kind extends Store = Store> = {
  store: Kind;
  /** As it is typed after `npm run leads --`. */
  run(args: readonly string[], special?: Partial<CommandLineIo>): Promise<Said>;
  /** Opens the store beside the commands, as a server does. */
  use<T>(work: (database: Database) => Promise<T>): Promise<T>;
  signUp(submission: Partial<Submission>): Promise<void>;
};

const ana = { name: "Ana Lima", email: "ana@example.com", whatsapp: "(11) 98765-4321" };

/** Somebody at a terminal, with an empty store that goes away with the test. The time is 1970, a second in. */
export async function createOperator(engine: Engine = "sqlite"): Promise<Operator> {
  const { store, remove } = await createTemporaryStore(engine);
  onTestFinished(remove);
  return operatorOf(store);
}

/** With a place elsewhere for a backup. */
export async function createOperatorWithFile() {
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
    run: (args, special) => run(store, args, special),
    signUp: (submission) =>
      use((database) =>
        appendSubmission(database, { lead: ana, surface: "popup", receivedAt: 100, ...submission }),
      ),
  };
}

/** As `.env` would say it, with that store. */
export function settingsOf(store: Store, more: Record<string, string> = {}): ConfigResult {
  const place = store.kind === "sqlite" ? { DATA_DIR: store.folder } : { DATABASE_URL: store.url };
  return readConfig({ ...place, ...more });
}

async function run(
  store: Store,
  args: readonly string[],
  special: Partial<CommandLineIo> = {},
): Promise<Said> {
  const said = { out: "", err: "" };
  const door: CommandLineIo = {
    clock: () => 1_000,
    ask: () => Promise.resolve(undefined),
    readLine: () => Promise.resolve(""),
    databaseClock: () => Promise.resolve(1_000),
    sleep: () => Promise.resolve(),
    fetch,
    readConfig: () => settingsOf(store),
    openStore,
    folders: { site: "dist", pictures: "content/pictures" },
    freeBytes: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
    isInMemory: () => Promise.resolve(false),
    note(line) {
      said.err += `${line}\n`;
    },
    async write(text) {
      said.out += text;
    },
    ...special,
  };
  return { code: await runCommandLine(args, door), ...said };
}
