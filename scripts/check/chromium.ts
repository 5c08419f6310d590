// Finds or downloads the Chromium of the journeys. This file imports no package, because `npm ci` may not have run yet.
import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { cp, rm, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";
import { runNpmCi, runPackage, withProgress } from "#scripts/setup/run.mjs";

const names = ["chrome-headless-shell", "chromium", "chromium-browser", "google-chrome-stable"];
const answerTimeoutMs = 30_000;
const broughtFolder = resolve("build/chromium");
const brought = join(broughtFolder, "chromium");
/** The lock of an npm package that contains a Chromium for Linux on x64. */
const lockFolder = "scripts/check/chromium";

/** Finds a Chromium that runs: from CHROMIUM_PATH, on the PATH, or downloaded by an earlier run. */
export async function findChromium(): Promise<string | undefined> {
  const wanted = process.env["CHROMIUM_PATH"];
  if (wanted) return runs(wanted) ? wanted : undefined;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const { chromium } = await import("@playwright/test");
  return [...onPath, brought, chromium.executablePath()].filter(existsSync).find(runs);
}

/**
 * Whether the program starts. That its file exists is not enough: Ubuntu's `chromium` can be a script that only prints
 * how to install the browser.
 */
function runs(file: string) {
  return spawnSync(file, ["--version"], { timeout: answerTimeoutMs }).status === 0;
}

/** Finds a Chromium or downloads it: from npm on Linux x64, elsewhere with Playwright's own download. */
export function ensureChromium(): Promise<{ path: string } | { problem: string }> {
  return oneAtATime(async () => {
    const found = await findChromium();
    if (found) return { path: found };
    const isLinux = `${process.platform}-${process.arch}` === "linux-x64";
    const outcome = await withProgress(
      "Bringing Chromium (once; 75 to 200 MB)",
      isLinux ? bringFromNpm : download,
      ({ ok }, seconds) => `${ok ? "done" : "failed"} (${seconds.toFixed(1)} s)`,
    );
    const path = await findChromium();
    if (path) return { path };
    const advice = "There is no Chromium that runs. Install one, or set CHROMIUM_PATH to one.";
    return { problem: `${outcome.output.trim()}\n${advice}` };
  });
}

function download() {
  return runPackage("@playwright/test/cli.js", ["install", "chromium-headless-shell"]);
}

/** Installs the npm package of Chromium into its own folder, unpacks the program, and deletes the packed files. */
async function bringFromNpm() {
  await rm(broughtFolder, { recursive: true, force: true });
  await cp(lockFolder, broughtFolder, { recursive: true });
  const installed = await runNpmCi(broughtFolder);
  if (!installed.ok) return installed;
  const packages = join(broughtFolder, "node_modules");
  const packed = join(packages, "@sparticuz/chromium/bin");
  const tar = pathToFileURL(join(packages, "tar-fs/index.js")).href;
  const { extract } = await import(/* @vite-ignore */ tar);
  // The archive contains the folder `lib/`: libraries that a machine without a desktop does not have.
  await unpack(join(packed, "al2023.tar.br"), extract(broughtFolder));
  await unpackChromium(join(packed, "chromium.br"), brought);
  await rm(packages, { recursive: true });
  return installed;
}

/** Unpacks a Chromium; the script `file` starts it with the libraries of the newest downloaded one. */
export async function unpackChromium(packed: string, file: string) {
  await unpack(packed, createWriteStream(`${file}-program`, { mode: 0o755 }));
  const start = `#!/bin/sh\nLD_LIBRARY_PATH="${broughtFolder}/lib" exec "${file}-program" "$@"\n`;
  // The start script is written last: if it exists, the program is complete.
  await writeFile(file, start, { mode: 0o755 });
}

function unpack(packed: string, target: NodeJS.WritableStream) {
  return pipeline(createReadStream(packed), createBrotliDecompress(), target);
}
