import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startLoad } from "#tests/support/faults/load.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import {
  countInPostgres,
  emailSequence,
  emailsInPostgres,
  missingFrom,
} from "#tests/support/faults/store.ts";
import { reservePort } from "#tests/support/machine/reserved-port.ts";
import {
  createPostgresDatabase,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";
import { findProgram } from "./programs.ts";

const program = findProgram("pgbouncer");
/** PgBouncer refuses to run as root. But where the clone is in a folder that only root can open, only root can read the program. */
const asRoot = process.getuid?.() === 0;
/** The number of the user `nobody`, which every system has. */
const userNobody = 65_534;
const recovery = { timeout: 60_000, interval: 50 };

test.skipIf(program === undefined)(
  "behind PgBouncer no acknowledged sign-up is lost, and each is stored once",
  async () => {
    const { store, remove } = await createPostgresDatabase();
    onTestFinished(remove);
    const bouncer = await startPgBouncer(store.url);
    const settings = { DATABASE_URL: bouncer.url };
    const servers = [await startFaultServer(settings), await startFaultServer(settings)];
    const newEmail = emailSequence();
    const loads = servers.map(({ url }) => startLoad({ url, newEmail, repeats: true }));
    const acknowledged = () => loads.flatMap((load) => [...load.acknowledged]);
    for (let kill = 0; kill < 3; kill += 1) {
      const before = acknowledged().length;
      await expect.poll(() => acknowledged().length, recovery).toBeGreaterThan(before + 20);
      await bouncer.killAndStart();
    }
    const before = acknowledged().length;
    await expect.poll(() => acknowledged().length, recovery).toBeGreaterThan(before);
    await Promise.all(loads.map(({ end }) => end()));
    const stored = await emailsInPostgres(store.url);
    expect(missingFrom(stored, acknowledged())).toEqual([]);
    expect(await countInPostgres(store.url, "submissions")).toBe(stored.size);
  },
);

/** Starts PgBouncer in transaction mode, with fewer connections than two servers want. PgBouncer stops at the end of the test. */
async function startPgBouncer(target: string) {
  const { hostname, port, username, password, pathname } = new URL(target);
  const folder = await temporaryFolder();
  if (asRoot) await chown(folder, userNobody, userNobody);
  // PgBouncer cannot choose a free port, so the test reserves one.
  const { port: own, folder: reserved } = await reservePort();
  onTestFinished(() => rm(reserved, { recursive: true }));
  const file = join(folder, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
server_login_retry = 1
${asRoot ? "user = nobody" : ""}
ignore_startup_parameters = extra_float_digits,options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
  );
  let running = await start();
  onTestFinished(() => void running.kill("SIGKILL"));
  return {
    url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
    async killAndStart() {
      running.kill("SIGKILL");
      await once(running, "exit");
      running = await start();
    },
  };

  async function start() {
    const bouncer = spawn(program ?? "", [file], { stdio: ["ignore", "ignore", "pipe"] });
    let output = "";
    bouncer.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    const said = async () => ((await canConnect(own)) ? "it answers" : output);
    await expect.poll(said, recovery).toBe("it answers");
    return bouncer;
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
