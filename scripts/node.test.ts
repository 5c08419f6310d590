import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { packageFor } from "./setup/bring-node.mjs";
import { isModern } from "./setup/program.mjs";

/** Settings that make this Node pretend to be another version or to run on another system. */
const looksLike = (version: string, system = `${process.platform}-${process.arch}`) => {
  const [platform, arch] = system.split("-");
  const values = { versions: { ...process.versions, node: version }, platform, arch };
  const changes = Object.entries(values).map(
    ([name, value]) => `Object.defineProperty(process,"${name}",{value:${JSON.stringify(value)}})`,
  );
  return `data:text/javascript,${encodeURIComponent(changes.join(";"))}`;
};
/** A replacement for npm: it packs this Node as the wanted package. */
const npm = `
  import { appendFileSync, copyFileSync } from "node:fs";
  const start = process.ppid;
  appendFileSync("npm-calls", "npm\\n");
  if (process.env.NPM === "fails") { console.error("npm error ENOSPC"); process.exit(1); }
  if (process.env.NPM === "hangs") setInterval(() => process.ppid === start || process.exit(), 100);
  else {
    const [, , , wanted, , folder] = process.argv;
    copyFileSync(process.env.NPM ?? "node.tgz", folder + "/" + wanted.replace("@", "-") + ".tgz");
  }`;
const prints =
  "console.log(process.versions.node, process.argv.slice(2).join()); process.exitCode = 3;";
const waits = `
  process.on("SIGTERM", () => { console.log("ended"); process.exit(0); });
  setInterval(() => {}, 1_000);
  console.log("waits");`;

test.each([
  ["18.20.8", false],
  ["20.20.2", false],
  ["22.17.1", false],
  ["22.18.0", true],
  ["23.11.1", false],
  ["24.0.0", true],
  ["26.10.0", true],
])("that Node %s runs the project is %s", (version, runs) => {
  expect(isModern(version)).toBe(runs);
});

test.each([
  ["linux", "x64", "24"],
  ["linux", "arm64", "24"],
  ["darwin", "x64", "24"],
  ["darwin", "arm64", "26"],
  ["win32", "x64", "24"],
  ["linux", "ppc64", undefined],
])("on %s %s an old Node brings Node %s", async (platform, arch, line) => {
  expect((await packageFor(platform, arch))?.version.split(".")[0]).toBe(line);
});

test("under an old Node a program runs under a Node that comes once; until it has come, the command says what to do", async () => {
  const { run, calls, folder } = await project();
  const nowhere = await run("20.20.2", ["prints.mjs"], {}, "linux-ppc64");
  const install = "(linux-ppc64). Instale o Node 24";
  expect(nowhere).toMatchObject({ code: 1, error: expect.stringContaining(install) });
  const failed = await run("20.20.2", ["prints.mjs"], { NPM: "fails" });
  expect(failed).toMatchObject({ code: 1, out: "" });
  expect(failed.error).toMatch(
    /npm error ENOSPC\nNão foi possível buscar o Node 24.*instale o Node 24/s,
  );
  await writeFile(join(folder, "other.tgz"), "another package");
  const other = await run("20.20.2", ["prints.mjs"], { NPM: "other.tgz" });
  expect(other).toMatchObject({ code: 1, error: expect.stringContaining("SHA-512 esperado.") });

  const before = await calls();
  const { node } = process.versions;
  const out = { code: 3, out: `${node} a,--b\n` };
  expect(await run("20.20.2", ["prints.mjs", "a", "--b"])).toMatchObject(out);
  expect(await run("20.20.2", ["prints.mjs", "a", "--b"])).toMatchObject(out);
  expect((await calls()) - before).toBe(1);
});

test("a start that is killed while it brings Node leaves the next one in order", async () => {
  const { start, run, calls } = await project();
  const { child } = start("20.20.2", ["prints.mjs"], { NPM: "hangs" });
  await expect.poll(calls, { timeout: 60_000 }).toBe(1);
  await kill(child, "SIGKILL");
  expect(await run("20.20.2", ["prints.mjs"])).toMatchObject({ code: 3 });
});

test("a signal reaches the program, and it ends too when its start is killed", async () => {
  const { start } = await project();
  const signalled = start("20.20.2", ["waits.mjs"]);
  await signalled.said("waits");
  expect(await kill(signalled.child, "SIGTERM")).toEqual([0, null]);
  await signalled.said("ended");
  const killed = start("20.20.2", ["waits.mjs"]);
  await killed.said("waits");
  await kill(killed.child, "SIGKILL");
  await killed.said("ended");
});

async function kill(child: ChildProcess, signal: NodeJS.Signals) {
  const ended = once(child, "exit");
  child.kill(signal);
  return ended;
}

/** Creates a project with our scripts and some small programs. */
async function project() {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-node-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp("scripts/setup", join(folder, "scripts/setup"), { recursive: true });
  await cp("scripts/node.mjs", join(folder, "scripts/node.mjs"));
  await mkdir(join(folder, "package/bin"), { recursive: true });
  await symlink(process.execPath, join(folder, "package/bin/node"));
  await promisify(execFile)("tar", ["-czf", "node.tgz", "package"], { cwd: folder });
  const hash = createHash("sha512").update(await readFile(join(folder, "node.tgz")));
  const lock = join(folder, "scripts/setup/node/package-lock.json");
  const checksum = `sha512-${hash.digest("base64")}`;
  await writeFile(
    lock,
    (await readFile(lock, "utf8")).replaceAll(/sha512-[\w+/=]{40,}/g, checksum),
  );
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  const programs = { "npm-cli.js": npm, "prints.mjs": prints, "waits.mjs": waits, "npm-calls": "" };
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);

  function start(version: string, args: string[], settings = {}, system?: string) {
    const child = spawn(
      process.execPath,
      [`--import=${looksLike(version, system)}`, "scripts/node.mjs", ...args],
      {
        cwd: folder,
        env: {
          ...process.env,
          npm_execpath: join(folder, "npm-cli.js"),
          ...settings,
        },
      },
    );
    onTestFinished(() => void child.kill("SIGKILL"));
    const output = { out: "", error: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      output.error += text;
    });
    const said = (text: string) =>
      expect.poll(() => output.out + output.error, { timeout: 60_000 }).toContain(text);
    return { child, output, said };
  }
  async function run(version: string, args: string[], settings = {}, system?: string) {
    const { child, output } = start(version, args, settings, system);
    const [code] = await once(child, "close");
    return { code, ...output };
  }
  const calls = async () =>
    (await readFile(join(folder, "npm-calls"), "utf8")).split("\n").filter(Boolean).length;
  return { run, start, calls, folder };
}
