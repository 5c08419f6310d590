import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { createServer, get } from "node:http";
import { Agent } from "node:https";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { startSite } from "#tests/support/built/running-site.ts";
import { startChance } from "#tests/support/chance.ts";
import { type FaultServer, startFaultServer } from "#tests/support/faults/server.ts";
import {
  emailSequence,
  emailsInSqlite,
  missingFrom,
  sqliteFolder,
} from "#tests/support/faults/store.ts";
import { reservePort, startAtReservedPort } from "#tests/support/machine/reserved-port.ts";
import { runRestart } from "#tests/support/machine/run-restart.ts";
import { ana } from "#tests/support/people.ts";
import { startCaddy } from "#tests/support/proxies/caddy.ts";
import { ask, isHere, type TestProxy } from "#tests/support/proxies/proxy.ts";
import { signUp, startVisits } from "#tests/support/proxies/visits.ts";
import { startHttpServer } from "#tests/support/start-http-server.ts";

const here = isHere("caddy");
/** One address may send ten sign-ups of one e-mail at once and two a minute; the server holds back more as a flood. */
const manyOfOneEmail = 25;
const visitor = "127.1.1.7";
const secret = "inscricao=a-pass";
const published = resolve("build/current/dist");
const patience = { timeout: 60_000 };

test.skipIf(!here)(
  "behind Caddy the page comes by https only, and each published file as a server sends it",
  async () => {
    const { proxy, site } = await startBehindCaddy(published);
    expect(await redirectOf(proxy)).toMatch(/^308 https:\/\/site\.example(:\d+)?\/privacidade$/);
    const { status, headers } = await ask(proxy, "/");
    expect(status).toBe(200);
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");

    const paths = await publicFiles();
    expect(paths.length).toBeGreaterThan(40);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    for (const path of paths)
      for (const encoding of ["identity", "gzip", "gzip, br"]) {
        const request = { headers: { "accept-encoding": encoding } };
        const sent = await ask(proxy, path, { ...request, agent });
        // Only Caddy sends the time when a file was changed; our server does not.
        expect(sent.headers, path).toHaveProperty("last-modified");
        const ofServer = await fetch(`${site.url}${path}`, { ...request, method: "HEAD" });
        const wanted = Object.fromEntries(ofServer.headers);
        // These headers may differ. Caddy 2.6 also sends compressed files in chunks, without their length.
        for (const own of ["etag", "date", "connection", "keep-alive", "content-length"])
          delete wanted[own];
        expect(sent, path).toMatchObject({ status: 200, headers: wanted });
        expect(sent.body, path).toBe(await bodyOf(path, wanted["content-encoding"]));
      }

    const names = await readdir(join(published, "assets"));
    const compressed = names
      .filter((name) => name.endsWith(".br"))
      .map((name) => `/assets/${name}`);
    expect(compressed).not.toEqual([]);
    const outside = ["_headers", "%2e%2e/server/cli.js", "../../server/main.js"];
    const others = [
      "/assets/",
      "/pictures/none.avif",
      ...outside.map((name) => `/assets/../${name}`),
    ];
    for (const path of [...others, ...compressed])
      expect((await ask(proxy, path)).status, path).toBe(404);
  },
);

test.skipIf(!here)("files that the published version lacks come from the servers", async () => {
  const { proxy } = await startBehindCaddy();
  const paths = await publicFiles();
  expect(paths.length).toBeGreaterThan(1);
  const ofFolder = (folder: string) => paths.find((path) => path.startsWith(folder)) ?? folder;
  for (const path of ["/assets/", "/pictures/"].map(ofFolder)) {
    const { status, body, headers } = await ask(proxy, path);
    expect([status, body], path).toEqual([200, await bodyOf(path)]);
    expect(headers, path).not.toHaveProperty("last-modified");
  }
});

test.skipIf(!here)(
  "behind Caddy each visitor has an own address, and cannot choose it",
  async () => {
    const { proxy, site } = await startBehindCaddy();
    const signUpFrom = (from: string, claimed: string) =>
      signUp(proxy, ana.email, { from, headers: { "x-forwarded-for": claimed } });
    for (let number = 0; number < manyOfOneEmail; number++)
      await signUpFrom("127.1.1.1", `10.0.0.${number}`);
    expect(heldIn(site.databaseFile)).toBeGreaterThan(0);
    const held = heldIn(site.databaseFile);
    await signUpFrom("127.1.1.2", "127.1.1.1");
    expect(heldIn(site.databaseFile)).toBe(held);
  },
);

/** The paths of the files that Caddy sends itself. */
async function publicFiles(): Promise<string[]> {
  const names = await readdir(published, { recursive: true });
  const isFile = /^(?:assets\/|pictures\/|favicon|apple)/;
  return names
    .filter((name) => isFile.test(name) && !/\.(?:br|gz)$/.test(name))
    .map((name) => `/${name}`);
}

/** The content of a file of the published version in an encoding, in the form that `ask` returns. */
function bodyOf(path: string, encoding?: string): Promise<string> {
  const compressed = encoding === "br" ? ".br" : ".gz";
  return readFile(join(published, path + (encoding ? compressed : "")), "utf8");
}

async function startBehindCaddy(siteFolder = "") {
  const site = await startSite({ SITE_URL: "https://site.example", TRUSTED_PROXIES: "1" });
  onTestFinished(site.stop);
  return { site, proxy: await startCaddy([site], siteFolder) };
}

function heldIn(file: string): number {
  const database = new Sqlite(file, { readonly: true });
  const query = "select count(*) from submissions where flag = 'flood'";
  const held = database.prepare<[], number>(query).pluck().get();
  database.close();
  return Number(held);
}

/** The status and the address of Caddy's redirect for a visitor who uses http. */
function redirectOf({ site, httpPort }: TestProxy): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { host: site };
    const asked = get({ host: "127.0.0.1", port: httpPort, path: "/privacidade", headers });
    asked.once("error", reject);
    asked.once("response", (response) => {
      response.resume();
      resolve(`${response.statusCode} ${response.headers.location}`);
    });
  });
}

test.skipIf(!here)(
  "while no server is ready, Caddy still sends pages and forms to one",
  async () => {
    const asked: string[] = [];
    const servers = [
      await startHttpServer((request, response) => {
        const ready = request.url !== "/readyz";
        if (ready) asked.push(`${request.method} ${request.url}`);
        response.writeHead(ready ? 200 : 503).end();
      }),
    ];
    const proxy = await startCaddy(servers);
    // At its start, in its first check, Caddy finds that the server is not ready.
    expect((await ask(proxy, "/")).status).toBe(200);
    expect((await ask(proxy, "/form", { method: "POST", body: "name=Ana" })).status).toBe(200);
    expect(asked.slice(-2)).toEqual(["GET /", "POST /form"]);
  },
);

test.skipIf(!here)(
  "while the only server is replaced, Caddy keeps a page until the next one is there",
  async () => {
    const { port, folder } = await reservePort();
    onTestFinished(() => rm(folder, { recursive: true }));
    const start = async () => {
      const server = createServer((_, response) => void response.end());
      await once(server.listen(port, "127.0.0.1"), "listening");
      return server;
    };
    const first = await start();
    const proxy = await startCaddy([{ url: `http://127.0.0.1:${port}` }]);
    const away = once(first.close(), "close");
    first.closeAllConnections();
    await away;
    const answer = ask(proxy, "/");
    // After this time Caddy has tried to connect several times.
    await sleep(1_000);
    const next = await start();
    onTestFinished(() => {
      next.close();
      next.closeAllConnections();
    });
    expect((await answer).status).toBe(200);
  },
);

test.skipIf(!here)("when a server breaks off, Caddy repeats the page, but no sign-up", async () => {
  const asked: string[] = [];
  const broken = await startHttpServer((request, response) => {
    if (isProbe(request.url)) return void response.end();
    asked.push(`broken ${request.method}`);
    request.socket.destroy();
  });
  const whole = await startHttpServer((request, response) => {
    if (!isProbe(request.url)) asked.push(`whole ${request.method}`);
    response.end();
  });
  const proxy = await startCaddy([broken, whole]);
  const form = { method: "POST", body: "name=Ana", from: visitor };
  expect((await ask(proxy, `/form?${secret}`, form)).status).toBe(502);
  expect(asked).toEqual(["broken POST"]);
  expect((await ask(proxy, "/")).status).toBe(200);
  expect(asked.at(-1)).toBe("whole GET");

  const log = await proxy.log();
  expect(log).toContain("server running");
  expect(log).not.toContain(visitor);
  expect(log).not.toContain(secret);
});

test.skipIf(!here)("Caddy's log says nothing about an answer that breaks off", async () => {
  const broken = await startHttpServer((request, response) => {
    if (isProbe(request.url)) return void response.end();
    response.writeHead(200, { "content-length": 100 });
    response.write("half", () => request.socket.destroy());
  });
  const proxy = await startCaddy([broken]);
  await expect(ask(proxy, `/?${secret}`, { from: visitor })).rejects.toThrow();
  const log = await proxy.log();
  expect(log).toContain("server running");
  // Only newer versions of Caddy write the visitor's address into this line of the log.
  expect(log).not.toContain("incomplete response");
  expect(log).not.toContain(visitor);
});

function isProbe(path: string | undefined): boolean {
  return path === "/readyz" || path === "/healthz";
}

test.skipIf(!here)(
  "behind Caddy, servers that are restarted lose no request, and a killed one costs no page and no answered sign-up",
  async () => {
    const folder = await sqliteFolder();
    const servers = await startTwo(folder);
    const proxy = await startCaddy([...servers.values()]);
    const visits = startVisits(proxy, emailSequence(), startChance());
    const goOn = async (more: number) => {
      const wanted = visits.acknowledged.size + more;
      await expect.poll(() => visits.acknowledged.size, patience).toBeGreaterThan(wanted);
    };
    await goOn(20);
    await restartAll(folder, servers);
    await goOn(20);
    expect(visits.lost).toEqual([]);
    const [first] = servers.values();
    await first?.end("SIGKILL");
    await goOn(20);
    await visits.end();
    expect(visits.lost.filter(({ what }) => what === "page")).toEqual([]);
    expect(missingFrom(emailsInSqlite(folder), visits.acknowledged)).toEqual([]);
    expect(storedTwice(folder)).toEqual([]);
  },
);

/** Two servers that keep their ports when they restart, because the proxy knows only these ports. */
async function startTwo(folder: string): Promise<Map<number, FaultServer>> {
  const servers = new Map<number, FaultServer>();
  for (let count = 0; count < 2; count += 1) {
    const [port, server] = await startAtReservedPort(async (reserved) => {
      onTestFinished(() => rm(reserved.folder, { recursive: true }));
      // Only the log of the server says why it did not start.
      const server = await start(folder, reserved.port).catch((error) => {
        throw new Error(`no start at ${reserved.port}, perhaps EADDRINUSE: ${error}`);
      });
      return [reserved.port, server] as const;
    });
    servers.set(port, server);
  }
  return servers;
}

function start(folder: string, port: number) {
  return startFaultServer({ DATA_DIR: folder, PORT: String(port) });
}

/** Runs the operator's restart command. Its `systemctl` is fake: it only stops and starts the servers of this test. */
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

/** The e-mails that were stored more than once, which is wrong: each visitor of the load sends each e-mail once. */
function storedTwice(folder: string): unknown[] {
  const database = new Sqlite(join(folder, "leads.sqlite"), { readonly: true });
  const query = "select email from submissions group by email having count(*) > 1";
  const found = database.prepare(query).all();
  database.close();
  return found;
}
