import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";

export type RunningSite = {
  url: string;
  dataDir: string;
  /** What was typed, by sign-up, straight from the file on disk. */
  submissions: () => unknown[];
  stop: () => Promise<void>;
};

/** A developer's own `.env` must not reach the journeys: what is set, if only to nothing, wins. */
const blank = {
  DATABASE_URL: "",
  SITE_URL: "",
  RETENTION_DAYS: "",
  TRUSTED_PROXIES: "",
  METRICS_TOKEN: "",
  ACTIVECAMPAIGN_URL: "",
  ACTIVECAMPAIGN_TOKEN: "",
  ACTIVECAMPAIGN_LIST: "",
  ACTIVECAMPAIGN_TAGS: "",
};

/** The product built in a folder, as `npm start` runs it, on a free port, with an empty data folder of its own. */
export async function startSite(
  settings: Record<string, string> = {},
  folder = ".",
): Promise<RunningSite> {
  const dataDir = await mkdtemp(join(tmpdir(), "black-ahsd-"));
  const server = spawn(process.execPath, ["build/server/main.js"], {
    cwd: folder,
    env: { ...process.env, ...blank, PORT: "0", DATA_DIR: dataDir, ...settings },
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

async function printedAddress(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error("the server's output is not piped");
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /https?:\/\/\S+:\d+/.exec(line)?.[0];
    if (address) return address;
  }
  throw new Error(`the server ended before it printed its address (code ${server.exitCode})`);
}

function rowsOf(file: string): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare("select name, email, whatsapp from submissions order by id").all();
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
