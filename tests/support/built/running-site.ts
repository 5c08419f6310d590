import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leadFields } from "#lead/contract.ts";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { blankSettings } from "./blank-settings.ts";
import { printedAddress } from "./printed-address.ts";

export type RunningSite = {
  url: string;
  dataDir: string;
  databaseFile: string;
  /** The fields that the visitor typed, for each stored submission in order, read from the SQLite file. */
  submissions: () => unknown[];
  /** All text that the server has written so far to standard output and standard error. */
  output: () => string;
  stop: () => Promise<void>;
};

/** Starts the product built in a folder, as `npm start` does, on a free port and with its own empty data folder. */
export async function startSite(
  settings: Record<string, string> = {},
  folder = ".",
): Promise<RunningSite> {
  const dataDir = await mkdtemp(join(tmpdir(), "black-ahsd-"));
  const databaseFile = join(dataDir, "leads.sqlite");
  const server = spawn(process.execPath, ["build/server/main.js"], {
    cwd: folder,
    env: { ...process.env, ...blankSettings, PORT: "0", DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collectOutput(server);
  const url = await printedAddress(server);
  return {
    url,
    dataDir,
    databaseFile,
    submissions: () => submissionsIn(databaseFile),
    output,
    stop: () => stop(server, dataDir),
  };
}

function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let output = "";
  for (const stream of [stdout, stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return () => output;
}

function submissionsIn(file: string): unknown[] {
  const database = new Sqlite(file, { readonly: true });
  try {
    return database.prepare(`select ${leadFields.join()} from submissions order by id`).all();
  } finally {
    database.close();
  }
}

/** This function may be called twice: by the test, and by the clean-up after the test. */
async function stop(server: ChildProcess, dataDir: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  await rm(dataDir, { recursive: true, force: true });
}
