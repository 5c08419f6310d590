import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

test("installed packages are not installed again, and those of another lock are", async () => {
  const folder = await temporaryProject();
  expect(await install(folder)).toEqual(["ci"]);
  expect(await install(folder)).toEqual([]);
  await writeFile(join(folder, "package-lock.json"), `${lock}\n`);
  expect(await install(folder)).toEqual(["ci"]);
});

test("packages that a killed installation moved aside are put back", async () => {
  const folder = await temporaryProject();
  await install(folder);
  await mkdir(join(folder, "build/packages"), { recursive: true });
  await rename(join(folder, "node_modules"), join(folder, "build/packages/before"));
  expect(await install(folder)).toEqual([]);
  expect(await readdir(join(folder, "node_modules"))).toContain("a");
});

test("an installation that fails leaves the packages that were there", async () => {
  const folder = await temporaryProject();
  await install(folder);
  await writeFile(join(folder, "package-lock.json"), "{}");
  const message = expect.stringContaining("Não foi possível instalar os pacotes");
  await expect(install(folder)).rejects.toMatchObject({ code: 1, stderr: message });
  expect(await readdir(join(folder, "node_modules"))).toContain("a");
  await writeFile(join(folder, "package-lock.json"), lock);
  expect(await install(folder)).toEqual([]);
});

const lock = `{ "packages": {} }`;

/** Notes its calls, and installs a package. */
const fakeNpm = `const { appendFileSync, mkdirSync, readFileSync } = require("node:fs");
const args = process.argv.slice(2);
appendFileSync("calls", args[0] + " ");
process.chdir(args[args.indexOf("--prefix") + 1]);
if (!readFileSync("package-lock.json", "utf8").includes("packages")) process.exit(1);
mkdirSync("node_modules/a", { recursive: true });`;

async function temporaryProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-install-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "package-lock.json"), lock);
  await writeFile(join(folder, "package.json"), "{}");
  await writeFile(join(folder, "npm-cli.js"), fakeNpm);
  return folder;
}

/** Installs, and returns the calls of npm. */
async function install(folder: string): Promise<string[]> {
  await writeFile(join(folder, "calls"), "");
  const subject = JSON.stringify(resolve("scripts/setup/install.ts"));
  const script = `import { ensureInstalled } from ${subject}; await ensureInstalled("production");`;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: folder,
    env: { ...process.env, npm_execpath: join(folder, "npm-cli.js") },
  });
  return (await readFile(join(folder, "calls"), "utf8")).split(" ").filter(Boolean);
}
