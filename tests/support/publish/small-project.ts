import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { stampOf } from "#scripts/setup/install.ts";
import { fakeVite, pageFiles } from "./fake-vite.ts";

type Ended = { code: number | null; output: string };

export type SmallProject = {
  folder: string;
  /** Writes the words of the page. "ERRO" is a mistake in content; with "QUEBRA" the build fails when it is half done. */
  write: (words: string) => Promise<void>;
  /** Runs `npm start`, `npm run ready` or `npm run build`, and returns what it printed. */
  run: (program: string, ...args: string[]) => Promise<Ended>;
  /** Lets the next program need other packages, which cannot be installed. */
  needUnreachablePackages: () => Promise<void>;
  /** Runs a program, and kills it before its n-th change of the disk; false if it ended before. */
  killAtChange: (change: number, program: string, ...args: string[]) => Promise<boolean>;
  /** The words of the published page, read from each of its files. */
  published: () => Promise<Set<string>>;
  /** How many versions are kept, broken ones included. */
  versions: () => Promise<number>;
};

/** A small project with the real scripts and a fake Vite, so that a build takes a moment. */
export async function smallProject(): Promise<SmallProject> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-publish-"));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  for (const path of ["scripts/setup", "scripts/publish"])
    await cp(path, join(folder, path), { recursive: true });
  for (const name of ["start", "ready", "build"])
    await cp(`scripts/${name}.ts`, join(folder, `scripts/${name}.ts`));
  for (const [file, text] of Object.entries(files)) await writeInto(folder, file, text);
  const preload = resolve("tests/support/publish/kill-at-change.mjs");
  return {
    folder,
    write: (words) => writeInto(folder, "content/hero.ts", words),
    run: (program, ...args) => run(folder, [`scripts/${program}.ts`, ...args]),
    needUnreachablePackages: () => writeInto(folder, "package-lock.json", `${lock}\n`),
    async killAtChange(change, program, ...args) {
      const killed = { KILL_AT_CHANGE: String(change), KILLED_PROGRAM: `${program}.ts` };
      const nodeArgs = ["--import", preload, `scripts/${program}.ts`, ...args];
      const { code } = await run(folder, nodeArgs, killed);
      // The next program would wait some seconds before it takes the lock of a killed one.
      await rm(join(folder, "build/.lock"), { recursive: true, force: true });
      return code === null;
    },
    published: () => wordsIn(join(folder, "dist")),
    versions: async () => (await readdir(join(folder, "build/versions"))).length,
  };
}

const lock = `{ "packages": {} }`;

const files = {
  "package.json": `{ "type": "module", "imports": { "#content/*": "./content/*", "#scripts/*": "./scripts/*" } }`,
  "package-lock.json": lock,
  "node_modules/.installed": stampOf(lock, "production"),
  "npm-cli.js": `console.error("npm error network"); process.exitCode = 1;`,
  "node_modules/vite/package.json": `{ "type": "module" }`,
  "node_modules/vite/bin/vite.js": fakeVite,
  "scripts/publish/print-mistakes.ts": `import { readFileSync } from "node:fs";
    const words = readFileSync("content/hero.ts", "utf8");
    const mistakes = { ERRO: "content/hero.ts: há um ERRO.", "SEM IMAGEM": "Uma imagem ainda não foi feita." };
    const found = Object.keys(mistakes).filter((name) => words.includes(name));
    for (const name of found) console.error(mistakes[name]);
    process.exitCode = found.length > 0 ? 1 : 0;`,
};

async function writeInto(folder: string, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

async function run(
  folder: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Ended> {
  // One pipe for both streams keeps the order in which the program wrote; two pipes lose it on a slow machine.
  const child = spawn("sh", ["-c", 'exec "$@" 2>&1', "sh", process.execPath, ...args], {
    cwd: folder,
    env: { ...process.env, npm_execpath: join(folder, "npm-cli.js"), ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await once(child, "close");
  return { code: child.exitCode, output };
}

async function wordsIn(site: string): Promise<Set<string>> {
  const texts = pageFiles.map((file) => readFile(join(site, file), "utf8"));
  return new Set(await Promise.all(texts));
}
