import { randomInt } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findFreePort } from "#server/commands/rehearse/find-free-port.ts";
import { Sqlite } from "#server/storage/connection/sqlite-engine.ts";
import { type FaultServer, startFaultServer } from "#tests/support/faults/server.ts";
import {
  emailSequence,
  emailsInSqlite,
  missingFrom,
  sqliteFolder,
} from "#tests/support/faults/store.ts";
import { runRestart } from "#tests/support/machine/run-restart.ts";
import { startCaddy } from "#tests/support/proxies/caddy.ts";
import { isHere } from "#tests/support/proxies/proxy.ts";
import { startVisits } from "#tests/support/proxies/visits.ts";
import { startHttpServer } from "#tests/support/start-http-server.ts";

const restarts = 2;
const restartTimeLimitMs = 90_000;

test.skipIf(!(await isHere("caddy")))(
  `behind Caddy, two servers of one machine that are restarted one after the other, ${restarts} times, lose no request`,
  async () => {
    const folder = await sqliteFolder();
    const servers = await startTwo(folder);
    const proxy = await startCaddy([...servers.values()]);
    const visits = startVisits(proxy, emailSequence());
    await expect.poll(() => visits.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(20);
    for (let round = 0; round < restarts; round++) await restartAll(folder, servers);
    await visits.end();
    process.stdout.write(
      `Restarted one after the other ${restarts} times behind Caddy: ${visits.asked()} requests, ${visits.lost.length} lost.\n`,
    );
    expect(visits.lost).toEqual([]);
    expect(missingFrom(emailsInSqlite(folder), visits.acknowledged)).toEqual([]);
  },
  restarts * restartTimeLimitMs,
);

test.skipIf(!(await isHere("caddy")))(
  "behind Caddy, a killed server costs no page and no acknowledged sign-up, and stores none twice",
  async () => {
    const folder = await sqliteFolder();
    const servers = await startTwo(folder);
    const [first] = servers;
    if (first === undefined) throw new Error("no server");
    const proxy = await startCaddy([...servers.values()]);
    const visits = startVisits(proxy, emailSequence());
    await expect.poll(() => visits.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(20);
    await first[1].end("SIGKILL");
    const atKill = visits.acknowledged.size;
    await expect
      .poll(() => visits.acknowledged.size, { timeout: 20_000 })
      .toBeGreaterThan(atKill + 100);
    await visits.end();
    process.stdout.write(
      `Killed behind Caddy: ${visits.asked()} requests, ${visits.lost.length} lost.\n`,
    );
    expect(visits.lost.filter(({ what }) => what === "page")).toEqual([]);
    expect(missingFrom(emailsInSqlite(folder), visits.acknowledged)).toEqual([]);
    expect(storedTwice(folder)).toEqual([]);
  },
  restartTimeLimitMs,
);

async function startTwo(folder: string): Promise<Map<number, FaultServer>> {
  const servers = new Map<number, FaultServer>();
  for (let count = 0; count < 2; count++) {
    const port = await findPortToKeep();
    servers.set(port, await start(folder, port));
  }
  return servers;
}

/**
 * Returns a free port below those that systems give away by themselves (from 32,768): between the end of a server and its
 * next start no connection of another test may take its port.
 */
async function findPortToKeep(): Promise<number> {
  const port = await findFreePort(randomInt(20_000, 32_000));
  return port ?? findPortToKeep();
}

function start(folder: string, port: number) {
  return startFaultServer({ DATA_DIR: folder, PORT: String(port) });
}

/** Runs the command of the operator, with a `systemctl` that knows only the servers of this test, and stops and starts them. */
async function restartAll(folder: string, servers: Map<number, FaultServer>): Promise<void> {
  const control = await startHttpServer(async (request, response) => {
    const port = Number(/@(\d+)\./.exec(request.url ?? "")?.[1]);
    await servers.get(port)?.end("SIGTERM");
    servers.set(port, await start(folder, port));
    response.end();
  });
  const units = [...servers.keys()].map((port) => `echo black-ahsd@${port}.service loaded active`);
  const ask = `fetch("${control.url}/" + process.argv[1])`;
  const systemctl = `case $1 in
  list-units) ${units.join("; ")} ;;
  is-active) exit 3 ;;
  restart) exec node -e '${ask}' "$2" ;;
esac`;
  const { code, complaints } = await runRestart({ systemctl });
  expect(code, complaints).toBe(0);
}

/** The e-mails of sign-ups that were stored more than once: each visitor of the load sends each e-mail once. */
function storedTwice(folder: string): unknown[] {
  const database = new Sqlite(join(folder, "leads.sqlite"), { readonly: true });
  const query = "select email from submissions group by email having count(*) > 1";
  const found = database.prepare(query).all();
  database.close();
  return found;
}
