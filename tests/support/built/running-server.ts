import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";

export type BuiltServer = {
  start: (settings?: Record<string, string>) => Promise<RunningServer>;
  remove: () => Promise<void>;
};

export type RunningServer = {
  url: string;
  databaseFile: string;
  /** Everything it has written so far, to either output. */
  output: () => string;
  stop: () => Promise<void>;
};

const pages = ["index.html", "404.html", "422.html", "500.html"];

/** The product's own `main.ts`, built as it is built for production, in front of pages of one word. */
export async function buildServer(): Promise<BuiltServer> {
  // In build/, from where packages are found.
  await mkdir("build", { recursive: true });
  const folder = await mkdtemp(join("build", "running-server-"));
  await build({
    configFile: false,
    logLevel: "silent",
    build: { ssr: "server/main.ts", outDir: folder, copyPublicDir: false },
  });
  await mkdir(join(folder, "dist"));
  for (const page of pages) await writeFile(join(folder, "dist", page), page);
  return {
    start: (settings = {}) => start(resolve(folder), settings),
    remove: () => rm(folder, { recursive: true }),
  };
}

async function start(folder: string, settings: Record<string, string>): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "black-ahsd-"));
  const server = spawn(process.execPath, [join(folder, "main.js")], {
    cwd: folder,
    env: { PATH: process.env["PATH"], PORT: "0", DATA_DIR: dataDir, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = collectOutput(server);
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill("SIGTERM");
      await once(server, "exit");
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = await printedAddress(server, output);
  return { url, databaseFile: join(dataDir, "leads.sqlite"), output, stop };
}

function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let output = "";
  for (const stream of [stdout, stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  return () => output;
}

async function printedAddress(server: ChildProcess, output: () => string): Promise<string> {
  while (server.exitCode === null) {
    const address = /http:\/\/\S+:\d+/.exec(output())?.[0];
    if (address) return address;
    await Promise.race([server.stdout && once(server.stdout, "data"), once(server, "exit")]);
  }
  throw new Error(`the server ended before it printed its address: ${output()}`);
}
