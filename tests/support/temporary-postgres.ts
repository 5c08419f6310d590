import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chown, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { postgresBinaries } from "./postgres-binaries.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Its superuser, in the database that is always there. */
    postgresUrl: string;
  }
}

export type TemporaryPostgres = {
  url: string;
  /** Ends all its connections at once, as an operator or a power cut would; `restart` undoes it. */
  shutDown(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const execute = promisify(execFile);

/** Vitest calls this once for a whole run; each test has a database to itself on the one server. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startTemporaryPostgres();
  provide("postgresUrl", url);
  return stop;
}

/** A real server with its usual settings, in a folder of its own and on a free port of this machine only. */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  const native = postgresBinaries();
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-postgres-"));
  try {
    return await start(folder, native);
  } catch (error) {
    const log = await readFile(join(folder, "log"), "utf8").catch(() => "");
    await rm(folder, { recursive: true });
    throw new Error(`Postgres for the tests did not start. ${error}\n${log}`);
  }
}

async function start(folder: string, native: string): Promise<TemporaryPostgres> {
  const { binaries, owner } = await prepare(folder, native);
  const run = async (program: string, args: string[]) => {
    await execute(join(binaries, program), args, { cwd: folder, ...owner });
  };
  const password = randomUUID();
  const port = await freePort();
  await writeFile(join(folder, "password"), password);
  await run("initdb", initdbArgs(port));
  const stop = keep(folder, join(binaries, "pg_ctl"), owner);
  const restart = () => run("pg_ctl", ["start", "--wait", "--pgdata=data", "--log=log"]);
  const shutDown = () => run("pg_ctl", ["stop", "--wait", "--pgdata=data", "--mode=immediate"]);
  await restart();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return { url, shutDown, restart, stop };
}

/** Not in the group of this process: Ctrl-C would end the keeper too. */
function keep(folder: string, pgCtl: string, { uid, gid }: Owner): () => Promise<void> {
  const script = fileURLToPath(new URL("./keep-postgres.mjs", import.meta.url));
  const keeper = spawn(process.execPath, [script, pgCtl, folder, `${uid ?? ""}`, `${gid ?? ""}`], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  return async () => {
    keeper.stdin.end();
    const [code] = await once(keeper, "exit");
    if (code !== 0) throw new Error(`Postgres in ${folder} was not stopped.`);
  };
}

type Owner = { uid?: number; gid?: number };
type Prepared = { binaries: string; owner: Owner };

/** Postgres refuses to run as root: for root it runs as `nobody`, whom every system has, so that no user need be made. */
async function prepare(folder: string, native: string): Promise<Prepared> {
  if (process.getuid?.() !== 0) return { binaries: join(native, "bin"), owner: {} };
  const [uid, gid] = await Promise.all([nobody("-u"), nobody("-g")]);
  await chown(folder, uid, gid);
  const binaries = join(await withinReach(native, folder, { uid, gid }), "bin");
  return { binaries, owner: { uid, gid } };
}

async function nobody(which: "-u" | "-g"): Promise<number> {
  const { stdout } = await execute("id", [which, "nobody"]);
  return Number(stdout);
}

/** Nobody else can read a checkout in root's home: then what is needed of it is copied. */
async function withinReach(native: string, folder: string, owner: Owner): Promise<string> {
  const reaches = await execute(join(native, "bin", "initdb"), ["--version"], owner).then(
    () => true,
    () => false,
  );
  if (reaches) return native;
  const copy = join(folder, "native");
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** No sync here, only while the cluster is made: the server itself keeps `fsync` on. */
function initdbArgs(port: number): string[] {
  return [
    "--pgdata=data",
    "--username=postgres",
    "--auth=password",
    "--pwfile=password",
    "--encoding=UTF8",
    "--locale=C",
    "--no-sync",
    "--no-instructions",
    "--set=listen_addresses=127.0.0.1",
    `--set=port=${port}`,
    "--set=unix_socket_directories=",
  ];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}
