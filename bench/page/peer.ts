import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { runIn } from "./run-in.ts";

const quiet = {
  ASTRO_TELEMETRY_DISABLED: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  NODE_ENV: "production",
};

/** Installs the locked packages of a peer, which is a folder in `bench/peers/`, if they are missing. */
export async function installPeer(peer: string): Promise<string> {
  const folder = join("bench", "peers", peer);
  if (existsSync(join(folder, "node_modules", ".package-lock.json"))) return folder;
  console.log(`Installing the packages of bench/peers/${peer} (once)…`);
  await runIn(folder, "npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
  return folder;
}

/**
 * Builds a peer, which is a folder in `bench/peers/`. It is built anew each time, because it shows our page's sections
 * as they are now.
 */
export async function buildPeer(peer: string, command: string, args: string[]): Promise<string> {
  const folder = join("bench", "peers", peer);
  console.log(`Building bench/peers/${peer}…`);
  await rm(join(folder, "dist"), { recursive: true, force: true });
  await runIn(folder, process.execPath, [await programPath(folder, command), ...args], quiet);
  return join(folder, "dist");
}

async function programPath(folder: string, name: string): Promise<string> {
  const packageFolder = join("node_modules", name);
  const { bin } = JSON.parse(await readFile(join(folder, packageFolder, "package.json"), "utf8"));
  return join(packageFolder, typeof bin === "string" ? bin : bin[name]);
}
