// @ts-check
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import process from "node:process";
import { oneAtATime } from "./one-at-a-time.mjs";
import { fail } from "./program.mjs";
import { runNpm, runQuietly } from "./run.mjs";

/**
 * This lock names the npm package with a Node for each system, and its checksum; `npm install --package-lock-only` in
 * that folder updates it.
 */
const lock = "scripts/setup/node/package-lock.json";
const removal = { recursive: true, force: true, maxRetries: 5 };
const folder = "build/node";
/** This file contains the checksum of the package from which the Node program was unpacked. */
const stamp = "integrity";
/**
 * The folder where the program is unpacked; the program is moved when it has run. The folder's name is new each time,
 * because the npm of a killed command may still write into an earlier folder.
 */
const staging = `build/node-${process.pid}-${Date.now()}`;

/**
 * Downloads a modern Node from npm, unless an earlier command did, and returns its path. Only the program is unpacked:
 * `npm ci` would also unpack the sources of its headers, which takes three times as long. No script of the package
 * runs.
 * @returns {Promise<string>}
 */
export async function bringNode() {
  const { platform, arch } = process;
  const found = await packageFor(platform, arch);
  if (found === undefined)
    return fail(
      `O Node desta máquina é antigo, e não há um pronto para este sistema (${platform}-${arch}). Instale o Node 24 de https://nodejs.org e tente de novo.`,
    );
  const { name, version, integrity, program } = found;
  const node = `Node ${version.split(".")[0]}`;

  if (!(await isBrought()))
    await oneAtATime(async () => {
      // Another command may have downloaded Node while this command waited.
      if (await isBrought()) return;
      // This message is not for standard output, where a command may print rows for a file.
      console.error(
        `Buscando o ${node}, porque o desta máquina é antigo (uma vez; até um minuto)…`,
      );
      const { ok, output } = await bring().catch((error) => ({ ok: false, output: String(error) }));
      if (!ok)
        fail(
          `Não foi possível buscar o ${node} (veja acima por quê). Confira a conexão com a internet e o espaço no disco e tente de novo, ou instale o ${node} de https://nodejs.org`,
          output,
        );
    });
  return resolve(folder, program);

  async function isBrought() {
    const found = await readFile(join(folder, stamp), "utf8").catch(() => "");
    return found === integrity && existsSync(join(folder, program));
  }

  async function bring() {
    for (const name of await readdir("build"))
      if (/^node-\d/.test(name)) await rm(join("build", name), removal);
    await mkdir(staging, { recursive: true });
    const to = ["--pack-destination", staging, "--ignore-scripts"];
    const packed = await runNpm(["pack", `${name}@${version}`, ...to]);
    if (!packed.ok) return packed;
    const archive = join(staging, `${name}-${version}.tgz`);
    const hash = createHash("sha512").update(await readFile(archive));
    if (`sha512-${hash.digest("base64")}` !== integrity)
      return { ok: false, output: `${name}@${version} não tem o SHA-512 esperado.` };
    const only = ["--strip-components=1", `package/${program}`];
    const unpacked = await runQuietly("tar", ["-xzf", archive, "-C", staging, ...only]);
    if (!unpacked.ok) return unpacked;
    const tried = await runQuietly(resolve(staging, program), ["--version"]);
    if (!tried.ok) return tried;
    await rm(archive);
    await writeFile(join(staging, stamp), integrity);
    await rm(folder, removal);
    await rename(staging, folder);
    return tried;
  }
}

/**
 * The npm package with a Node for a system; undefined if there is no such package.
 * @param {string} platform
 * @param {string} arch
 */
export async function packageFor(platform, arch) {
  const { packages } = JSON.parse(await readFile(lock, "utf8"));
  const path = Object.keys(packages).find(
    (one) => packages[one].os === platform && packages[one].cpu === arch,
  );
  if (path === undefined) return undefined;
  const { version, integrity, bin } = packages[path];
  return { name: basename(path), version, integrity, program: bin.node };
}
