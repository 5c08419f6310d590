import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leadFields } from "#lead/contract.ts";
import { Sqlite } from "#server/storage/connection/sqlite-engine.ts";
import { blankSettings } from "./blank-settings.ts";
import { printedAddress } from "./printed-address.ts";

export type RunningSite = {
  url: string;
  dataDir: string;
  /** What was typed, by sign-up, straight from the file on disk. */
  submissions: () => unknown[];
  stop: () => Promise<void>;
};

/** The product built in a folder, as `npm start` runs it, on a free port, with an empty data folder of its own. */
export async function startSite(
  settings: Record<string, string> = {},
  folder = ".",
): Promise<RunningSite> {
  const dataDir = await mkdtemp(join(tmpdir(), "black-ahsd-"));
  const server = spawn(process.execPath, ["build/server/main.js"], {
    cwd: folder,
    env: { ...process.env, ...blankSettings, PORT: "0", DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await printedAddress(server);
  return {
    url,
    dataDir,
    submissions: () => rowsOf(join(dataDir, "leads.sqlite")),
    stop: () => stop(server, dataDir),
  };
}

function rowsOf(file: string): unknown[] {
  const database = new Sqlite(file, { readonly: true });
  try {
    return database.prepare(`select ${leadFields.join()} from submissions order by id`).all();
  } finally {
    database.close();
  }
}

async function stop(server: ChildProcess, dataDir: string): Promise<void> {
  if (server.exitCode === null) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  await rm(dataDir, { recursive: true });
}
