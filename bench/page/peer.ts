import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { runIn } from "./run-in.ts";

const quiet = {
  ASTRO_TELEMETRY_DISABLED: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  NODE_ENV: "production",
};

/** The locked packages of a peer in its own folder, once. */
export async function installPeer(peer: string): Promise<string> {
  const folder = join("bench", "peers", peer);
  if (existsSync(join(folder, "node_modules", ".package-lock.json"))) return folder;
  console.log(`Installing the packages of bench/peers/${peer} (once)…`);
  await runIn(folder, "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  return folder;
}

/** Built anew each time: it shows the sections as they are now. */
export async function buildPeer(peer: string, command: string, args: string[]): Promise<string> {
  const folder = join("bench", "peers", peer);
  console.log(`Building bench/peers/${peer}…`);
  await rm(join(folder, "dist"), { recursive: true, force: true });
  await runIn(folder, process.execPath, [await programOf(folder, command), ...args], quiet);
  return join(folder, "dist");
}

async function programOf(folder: string, name: string): Promise<string> {
  const home = join("node_modules", name);
  const { bin } = JSON.parse(await readFile(join(folder, home, "package.json"), "utf8"));
  return join(home, typeof bin === "string" ? bin : bin[name]);
}
