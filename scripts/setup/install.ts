import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { oneAtATime } from "./one-at-a-time.mjs";
import { fail } from "./program.mjs";
import { doneOrFailed, runNpm, runNpmCi, withProgress } from "./run.mjs";

export type PackageSet = "production" | "full";
/** Why the packages could not be installed, and the output of the failed tool. */
type Failure = { message: string; output: string };

const packages = "node_modules";
/**
 * New packages are installed in this folder, and moved when they work: `npm ci` begins by deleting all packages, and
 * without packages the published version could not be restarted while the network fails.
 */
const staging = "build/packages";
/** The folder of the old packages while the new packages are moved. */
const before = join(staging, "before");
/** This file names the lock and the system. It is written last, so a text that matches means that all packages are there. */
const stamp = `${packages}/.installed`;

const notInstalled =
  "Não foi possível instalar os pacotes (veja acima o que o npm ci disse). Quase sempre é a conexão com a internet: confira e tente de novo.";

/** Installs the locked packages, or ends the program with the reason why it cannot. */
export async function ensureInstalled(wanted: PackageSet) {
  const failure = await oneAtATime(() => install(wanted));
  if (failure) fail(failure.message, failure.output);
}

/**
 * Installs the locked packages, unless exactly these are installed for this machine. The full set also works for
 * production, and a folder with the full set keeps it. After a failure the old packages stay. `installInto` installs
 * into a folder that has the lock.
 */
export async function install(
  wanted: PackageSet,
  installInto = installPackages,
): Promise<Failure | undefined> {
  await takeBack();
  await rm(staging, { recursive: true, force: true });
  if (await isInstalled(wanted)) return undefined;
  const set = (await readStamp()).endsWith(" full\n") ? "full" : wanted;
  const lock = await readFile("package-lock.json", "utf8");
  await mkdir(staging, { recursive: true });
  for (const file of ["package.json", "package-lock.json", ".npmrc"])
    if (existsSync(file)) await copyFile(file, join(staging, file));
  const failure = await installInto(staging, set);
  if (failure) return failure;
  await writeFile(join(staging, stamp), stampOf(lock, set));
  try {
    if (existsSync(packages)) await rename(packages, before);
    await rename(join(staging, packages), packages);
  } catch (error) {
    // Moving fails, for example, if node_modules is a volume of its own.
    await takeBack();
    return { message: notInstalled, output: String(error) };
  }
  await rm(staging, { recursive: true, force: true });
  return undefined;
}

/** Moves the old packages back if the new packages did not replace them. */
async function takeBack() {
  if (!existsSync(packages) && existsSync(before)) await rename(before, packages);
}

export async function isInstalled(set: PackageSet) {
  const lock = await readFile("package-lock.json", "utf8");
  return [stampOf(lock, set), stampOf(lock, "full")].includes(await readStamp());
}

function readStamp() {
  return readFile(stamp, "utf8").catch(() => "");
}

/** The text of the stamp for a set of packages. It names the system, because SQLite and the tools are binaries for one system. */
export function stampOf(lock: string, set: PackageSet) {
  const hash = createHash("sha256").update(lock).digest("hex");
  return `${hash} ${process.platform}-${process.arch} ${set}\n`;
}

async function installPackages(folder: string, set: PackageSet): Promise<Failure | undefined> {
  const titles = {
    production: "Instalando os pacotes (até 32 MB; de dez segundos a um minuto)",
    full: "Instalando os pacotes, com ferramentas e testes (130 MB; leva até dois minutos)",
  };
  const sets = { production: "--omit=dev", full: "--include=dev" };
  const work = () => runNpmCi(folder, sets[set]);
  const { ok, output } = await withProgress(titles[set], work, doneOrFailed);
  if (!ok) return { message: notInstalled, output };
  return set === "full" ? runScripts(folder) : undefined;
}

/** Runs the install scripts of the packages that `allowScripts` names: only the package with the tests' Postgres needs a script. */
async function runScripts(folder: string): Promise<Failure | undefined> {
  const { allowScripts } = JSON.parse(await readFile("package.json", "utf8"));
  const names = Object.keys(allowScripts).filter((name) =>
    existsSync(join(folder, packages, name)),
  );
  if (names.length === 0) return undefined;
  const { ok, output } = await runNpm(["rebuild", ...names, "--prefix", folder]);
  const message = `Não foi possível preparar ${names.join(", ")} (veja acima o que o npm rebuild disse). Tente de novo.`;
  return ok ? undefined : { message, output };
}
