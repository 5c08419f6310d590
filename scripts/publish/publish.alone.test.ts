import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, renameSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { stampOf } from "#scripts/setup/install.ts";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";
import { workInFolderWith, write } from "#tests/support/machine/work-in-folder.ts";
import { publishBefore, publishSources } from "./publish.ts";

const published = { kind: "published" };
const withdrawn = { kind: "withdrawn" };
const aStart = { evenWithdrawn: false, settings: { SITE_URL: "" } };

test("after a failed build nothing is published, and the page that was there stays", async () => {
  const project = await projectWith("boas palavras");
  save("palavras com ERRO");
  expect(await project.publish()).toEqual({ kind: "failed", output: "há um ERRO" });
  expect(page()).toEqual(["boas palavras"]);
});

test("words that are saved during the build are not published until the command is run again", async () => {
  const project = await projectWith("um");
  save("dois");
  write("saved-later", "três");
  const output = expect.stringMatching(/^Os arquivos mudaram.*rode o comando de novo\.$/);
  expect(await project.publish()).toEqual({ kind: "failed", output });
  expect(page()).toEqual(["um"]);
  expect(await project.publish()).toEqual(published);
  expect(page()).toEqual(["três"]);
});

test("a start without changes builds nothing, and a change builds once", async () => {
  const project = await projectWith("um");
  await project.publish(aStart);
  expect(project.builds()).toBe(1);
  save("dois");
  for (let start = 0; start < 2; start++) await project.publish(aStart);
  expect(project.builds()).toBe(2);
  expect(page()).toEqual(["dois"]);
});

test("another address builds nothing for a start, and is built into the pages of a static host", async () => {
  const project = await projectWith("um");
  write(".env", "SITE_URL=https://um.example\n");
  await project.publish(aStart);
  expect(project.builds()).toBe(1);
  for (let build = 0; build < 2; build++) await project.publish();
  expect(project.builds()).toBe(2);
});

test("ready -- --back publishes the version before, and start does not publish the withdrawn one again", async () => {
  const project = await projectWith("um", "dois");
  expect(await publishBefore()).toBeUndefined();
  expect(await project.publish(aStart)).toEqual(withdrawn);
  expect(await publishBefore()).toContain("Não há outra versão anterior");
  expect(page()).toEqual(["um"]);
});

test("a withdrawn version is published again by ready, and a change of the sources by start", async () => {
  const project = await projectWith("um", "dois");
  await publishBefore();
  expect(await project.publish()).toEqual(published);
  expect(await project.publish(aStart)).toEqual(published);
  expect(page()).toEqual(["dois"]);
  await publishBefore();
  save("três");
  await project.publish(aStart);
  expect(page()).toEqual(["três"]);
  await publishBefore();
  expect(page()).toEqual(["um"]);
});

test("only the published version and the one before are kept", async () => {
  const project = await projectWith("um", "dois", "três");
  save("palavras com ERRO");
  await project.publish();
  save("quatro");
  await project.publish();
  expect(await fs.readdir("build/versions")).toHaveLength(2);
  await publishBefore();
  expect(page()).toEqual(["três"]);
});

test("two commands at once build once, also after one that died with its lock", async () => {
  const project = await projectWith();
  save("um");
  mkdirSync("build/.lock", { recursive: true });
  await fs.utimes("build/.lock", 0, 0);
  // The waiting process prints a message, which is not wanted in the output of the test.
  vi.spyOn(console, "error").mockReturnValue();
  const both = [1, 2].map(() => oneAtATime(() => project.publish()));
  expect(await Promise.all(both)).toEqual([published, published]);
  expect(project.builds()).toBe(1);
});

test("a kill before any change of the disk leaves the old version whole or the new one, and the next build clears up", async () => {
  const project = await projectWith("versão 0");
  let words = "versão 0";
  let change = 0;
  for (let ended = false; !ended; ) {
    change += 1;
    save(`versão ${change}`);
    ended = await killAtChange(change, () => project.publish());
    expect([[words], [`versão ${change}`]]).toContainEqual(page());
    words = page().join();
  }
  expect(change).toBeGreaterThan(5);
  expect(await fs.readdir("build/versions")).toHaveLength(2);
});

test("after a kill during --back, no start publishes the withdrawn version again", async () => {
  const project = await projectWith("um", "dois");
  let change = 1;
  for (; !(await killAtChange(change, publishBefore)); change++) {
    const before = page();
    await project.publish(aStart);
    expect(page()).toEqual(before);
    await project.publish();
  }
  expect(change).toBeGreaterThan(3);
  expect(page()).toEqual(["um"]);
});

test("start and ready say what was not published and why, and a start serves what is published", async () => {
  const project = await projectWith();
  for (const path of ["setup", "publish", "start.ts", "ready.ts"])
    await fs.cp(`${project.sources}/${path}`, `scripts/${path}`, { recursive: true });
  save("palavras com ERRO");
  const never = /^há um ERRO\nNADA FOI PUBLICADO, e ainda não há nenhuma versão publicada/m;
  expect(await run("start")).toEqual({ code: 1, output: expect.stringMatching(never) });
  for (const words of ["um", "dois"]) {
    save(words);
    await project.publish(aStart);
  }
  const back = { code: 0, output: expect.stringMatching(/^A versão anterior está publicada/) };
  expect(await run("ready", "--back")).toEqual(back);
  const again = /^ATENÇÃO: você retirou a versão que está nos arquivos.*\nserved: um\n$/;
  expect((await run("start")).output).toMatch(again);

  save("palavras com ERRO");
  const stays = /^há um ERRO\nNADA FOI PUBLICADO: a versão que já estava publicada continua/m;
  expect(await run("ready")).toEqual({ code: 1, output: expect.stringMatching(stays) });
  const notYours = /^ATENÇÃO: as suas mudanças NÃO foram publicadas.*\nserved: um\n$/m;
  expect((await run("start")).output).toMatch(notYours);

  write("package-lock.json", `${lock}\n`);
  const { output } = await run("start");
  expect(output).toContain("npm error network\nNão foi possível instalar os pacotes");
  expect(output).toMatch(notYours);
});

const lock = `{ "packages": {} }`;
/** The files of a built page. Each file contains the words of its version, so that a mixture of two versions is noticed. */
const pageFiles = ["index.html", "black-ahsd.ics", "assets/a.js", "assets/b.js"];
const server = `import { readFileSync } from "node:fs";
  console.log("served: " + readFileSync(new URL("../dist/index.html", import.meta.url), "utf8"));`;

const files = {
  "package.json": `{ "type": "module", "imports": { "#content/*": "./content/*", "#scripts/*": "./scripts/*" } }`,
  "package-lock.json": lock,
  "node_modules/.installed": stampOf(lock, "production"),
  "npm-cli.js": `console.error("npm error network"); process.exitCode = 1;`,
  "scripts/build/build-site.ts": `console.error("há um ERRO"); process.exitCode = 1;`,
};

/** Moves this process into a folder with few sources, and publishes a version with each of these words. */
async function projectWith(...allWords: string[]) {
  const sources = resolve("scripts");
  await workInFolderWith(files);
  let builds = 0;
  /** Writes a page with the words of content/hero.ts; at the end of the build the words of `saved-later` replace them there. */
  async function build(folder: string) {
    builds += 1;
    const words = readFileSync("content/hero.ts", "utf8");
    for (const file of pageFiles) {
      write(`${folder}/dist/${file}`, words);
      if (words.includes("ERRO")) return { ok: false, output: "há um ERRO" };
    }
    write(`${folder}/server/main.js`, server);
    if (await fs.stat("saved-later").catch(() => undefined))
      renameSync("saved-later", "content/hero.ts");
    return { ok: true, output: "" };
  }
  const publish = (how = {}) => publishSources({ ...how, build });
  for (const words of allWords) {
    save(words);
    await publish();
  }
  return { sources, publish, builds: () => builds };
}

function save(words: string): void {
  write("content/hero.ts", words);
}

/** The different words in the files of the published page: one entry if all files are of one version. */
function page(): string[] {
  return [...new Set(pageFiles.map((file) => readFileSync(`dist/${file}`, "utf8")))];
}

const original = { ...fs };

/**
 * Runs the work and stops it for ever at its n-th change of the disk, as if the process was killed; returns whether the
 * work ended before.
 */
async function killAtChange(change: number, work: () => Promise<unknown>): Promise<boolean> {
  let count = 0;
  const killed = new Promise<boolean>((resolve) => {
    for (const name of ["mkdir", "rename", "rm", "symlink", "writeFile"] as const)
      Reflect.set(fs, name, (...args: unknown[]) => {
        count += 1;
        if (count < change) return Reflect.apply(original[name], fs, args);
        resolve(false);
        return new Promise(() => {});
      });
  });
  syncBuiltinESMExports();
  const ended = await Promise.race([work().then(() => true), killed]);
  Object.assign(fs, original);
  syncBuiltinESMExports();
  return ended;
}

/** Runs `npm start` or `npm run ready`, and returns what it printed. */
async function run(program: string, ...args: string[]) {
  // Both output streams use one pipe, which keeps the order in which the program wrote; two pipes lose the order on a
  // slow machine.
  const command = ["-c", 'exec "$@" 2>&1', "sh", process.execPath, `scripts/${program}.ts`];
  const child = spawn("sh", [...command, ...args], {
    env: { ...process.env, npm_execpath: "npm-cli.js" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await once(child, "close");
  return { code: child.exitCode, output };
}
