import { spawn } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from "node:http2";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectByTls } from "node:tls";
import { links } from "#content/links.ts";
import { addContactPath, idempotencyHeader } from "#lead/contract.ts";
import { pageReportPath } from "#lead/page-report.ts";
import { addGroup } from "#server/groups/groups.ts";
import { openUsable, type Store } from "#server/store/connection/open-database.ts";
import { findServer } from "#tests/all/programs.mjs";
import { reservePort } from "#tests/support/machine/reserved-port.ts";
import { writeLocalCaddyfile } from "#tests/support/proxies/caddy-file.ts";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";
import { type Message, newVisitor, oneView, quantile, sendLoad } from "./load.ts";
import {
  amount,
  processorMs,
  type ServerProcess,
  type Settings,
  startServer,
  stop,
  withDataFolder,
} from "./server.ts";

const seconds = amount("SECONDS", 5);
const firstRate = 20;
const growth = 2;
/** The share of the asked visits that must come about, each second. */
const minShare = 0.75;
/** A visitor who waits longer for the document or for the thanks counts as lost. */
const maxMs = 3_000;
/** After its start a server compresses the pages of the coming phases. */
const settleMs = 10_000;
const maxFailedShare = 0.01;
const site = "localhost";
const siteFolder = resolve("build/current/dist");

type Contestant = {
  name: string;
  url: string;
  port: number;
  caddyMs: () => number;
  serversMs: () => number;
  acknowledged: number;
  steps: Step[];
  /** What broke; undefined while nothing has. */
  problem: string | undefined;
  /** Stops everything, and returns how many sign-ups are stored. */
  end: () => Promise<number>;
};
type Step = {
  asked: number;
  done: number;
  failed: number;
  documentMs: number[];
  signUpMs: number[];
  tookMs: number;
  caddyMs: number;
  serversMs: number;
  loadMs: number;
};

/**
 * Sends whole visits on new connections through Caddy, a third of which sign up and go on to their group. The contestants
 * take turns, so that other work on the machine disturbs all of them.
 */
export async function benchLaunch(): Promise<string> {
  const postgres = await startTemporaryPostgres();
  const text = await withDataFolder(async (data) => {
    const file = (name: string): Store => ({ kind: "sqlite", folder: join(data, name) });
    const inPostgres: Store = { kind: "postgres", url: postgres.url };
    const contestants = [
      await start("SQLite, files by the server", file("a"), { servers: 1, siteFolder: data }),
      await start("SQLite, files by Caddy", file("b"), { servers: 1, siteFolder }),
      await start("two servers, one Postgres", inPostgres, { servers: 2, siteFolder }),
    ];
    await sleep(settleMs);
    for (const one of contestants) one.acknowledged += (await runStep(one, 10)).signUpMs.length;
    const texts = await Promise.all(contestants.slice(0, 1).map(costOfDocument));
    const standing = () => contestants.filter(({ problem }) => problem === undefined);
    for (let rate = firstRate; standing().length > 0; rate = Math.round(rate * growth))
      for (const one of standing()) await goOn(one, rate);
    for (const one of contestants) texts.push(summary(one, await one.end()));
    return texts.join("\n\n");
  });
  await postgres.stop();
  return text;
}

async function start(
  name: string,
  store: Store,
  { servers, siteFolder }: { servers: number; siteFolder: string },
): Promise<Contestant> {
  if (store.kind === "sqlite") await mkdir(store.folder);
  const database = await openUsable(store);
  const group = { members: 1_024, stopAt: 1_000, now: Date.now() };
  for (let number = 1; number <= 30; number += 1)
    await addGroup(database, { ...group, link: `https://chat.whatsapp.com/Exemplo${number}` });
  const settings: Settings =
    store.kind === "sqlite" ? { DATA_DIR: store.folder } : { DATABASE_URL: store.url };
  const running: ServerProcess[] = [];
  while (running.length < servers) running.push(await startServer(settings));
  const { caddy, port, folders } = await startCaddy(running, siteFolder);
  return {
    ...{ name, url: running[0]?.url ?? "", port, acknowledged: 0, steps: [], problem: undefined },
    caddyMs: () => processorMs(caddy),
    serversMs: () => running.reduce((sum, server) => sum + server.processorMs(), 0),
    async end() {
      for (const one of [{ stop: () => stop(caddy) }, ...running]) await one.stop();
      for (const one of folders) await rm(one, { recursive: true });
      const rows = database.selectFrom("submissions").select(({ fn }) => fn.countAll().as("count"));
      const { count } = await rows.executeTakeFirstOrThrow();
      await database.destroy();
      return Number(count);
    },
  };
}

/** What `capacity` measures; Caddy's part of a visit it can only estimate from this. */
async function costOfDocument({ url, serversMs }: Contestant): Promise<string> {
  const before = serversMs();
  const next = (): Message => ({ method: "GET", path: "/", headers: ["accept-encoding: br"] });
  const { accepted } = await sendLoad({ url, seconds, next });
  const ms = (serversMs() - before) / accepted;
  return `A document straight from a server: ${ms.toFixed(2)} ms of processor.`;
}

async function goOn(contestant: Contestant, rate: number): Promise<void> {
  const step = await runStep(contestant, rate);
  contestant.acknowledged += step.signUpMs.length;
  contestant.steps.push(step);
  contestant.problem = problemOf(step);
  console.log(`${contestant.name}: ${rowOf(step)}`);
}

function summary({ name, steps, problem, acknowledged }: Contestant, stored: number): string {
  return [
    `**${name}**`,
    "",
    "| visits a second | document p50, p99 in ms | sign-up p50, p99 in ms | processor of a visit: Caddy, servers, load, in ms | failed |",
    "|---:|---:|---:|---:|---:|",
    ...steps.map(rowOf),
    "",
    `Broke at ${steps.at(-1)?.asked} a second: ${problem}. Acknowledged ${acknowledged} sign-ups, stored ${stored}.`,
  ].join("\n");
}

async function startCaddy(servers: readonly { url: string }[], siteFolder: string) {
  const program = await findServer("caddy");
  if (program === undefined) throw new Error("Caddy is missing: npm run test:all brings it.");
  const [{ folder, port }, other] = [await reservePort(), await reservePort()];
  const env = {
    ...{ ...program.settings, HOME: folder, SITE_ADDRESS: site, SITE_FOLDER: siteFolder },
    UPSTREAMS: servers.map(({ url }) => new URL(url).host).join(" "),
  };
  const args = await writeLocalCaddyfile({ folder, port, httpPort: other.port });
  const caddy = spawn(program.file, args, { env, stdio: "ignore" });
  for (let tries = 0; tries < 100; tries += 1) {
    const session = openSession(port, "127.0.0.1");
    const status = await ask(session, { ":path": "/readyz" }).catch(() => undefined);
    session.destroy();
    if (status?.status === 200) return { caddy, port, folders: [folder, other.folder] };
    await sleep(100);
  }
  throw new Error("Caddy does not answer.");
}

/** Starts visits evenly, whether or not those before have ended, and waits for all. */
async function runStep(place: Contestant, perSecond: number): Promise<Step> {
  const used = () => ({
    caddyMs: place.caddyMs(),
    serversMs: place.serversMs(),
    loadMs: (process.cpuUsage().user + process.cpuUsage().system) / 1_000,
  });
  const step: Step = {
    ...{ asked: perSecond, done: 0, failed: 0, documentMs: [], signUpMs: [] },
    ...{ tookMs: 0, caddyMs: 0, serversMs: 0, loadMs: 0 },
  };
  const files = await filesOfVisit();
  const [before, startedAt] = [used(), performance.now()];
  const visits: Promise<void>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    await sleep(Math.max(0, startedAt + (number * 1_000) / perSecond - performance.now()));
    visits.push(visit(place.port, files, step));
  }
  await Promise.all(visits);
  const after = used();
  step.tookMs = performance.now() - startedAt;
  step.caddyMs = after.caddyMs - before.caddyMs;
  step.serversMs = after.serversMs - before.serversMs;
  step.loadMs = after.loadMs - before.loadMs;
  return step;
}

type Files = { reading: string[]; form: string[] };

/** What a phone loads that reads to the middle of the page, and what the form brings. */
async function filesOfVisit(): Promise<Files> {
  const assets = (await readdir(join(siteFolder, "assets"))).map((name) => `/assets/${name}`);
  const named = (form: RegExp) => assets.filter((name) => form.test(name));
  const pictures = (await readdir(join(siteFolder, "pictures"))).filter((name) =>
    /^aula-.*-320\.avif$/.test(name),
  );
  return {
    reading: [
      ...named(/hydrate-[^.]*\.js$|\.woff2$/),
      ...pictures.slice(0, 6).map((name) => `/pictures/${name}`),
      "/favicon.svg",
    ],
    form: named(/(?:islands|react)-[^.]*\.js$/),
  };
}

async function visit(port: number, files: Files, step: Step): Promise<void> {
  const visitor = newVisitor();
  const from = performance.now();
  const session = openSession(port, `127.${visitor.address}`);
  const load = (paths: readonly string[]) =>
    Promise.all(paths.map((path) => ask(session, { ":path": path })));
  try {
    await load(["/"]);
    step.documentMs.push(performance.now() - from);
    await Promise.all([load(files.reading), report(session)]);
    if (visitor.number % 3 === 0) {
      await load(files.form);
      await signUpAndEnter(session, visitor, step);
      await report(session);
    }
    step.done += 1;
  } catch {
    step.failed += 1;
  }
  session.destroy();
}

type Visitor = ReturnType<typeof newVisitor>;

async function signUpAndEnter(session: ClientHttp2Session, { lead, key }: Visitor, step: Step) {
  const from = performance.now();
  const headers = { ":path": addContactPath, "content-type": "application/json" };
  const own = { apikey: links.publicKey, [idempotencyHeader]: key };
  const { body } = await ask(session, { ...headers, ...own }, lead);
  step.signUpMs.push(performance.now() - from);
  const { group } = JSON.parse(body);
  await ask(session, { ":path": group, "sec-fetch-dest": "document" });
}

async function report(session: ClientHttp2Session): Promise<void> {
  await ask(session, { ":path": pageReportPath, "sec-fetch-site": "same-origin" }, oneView());
}

function openSession(port: number, localAddress: string): ClientHttp2Session {
  const session = connect(`https://${site}:${port}`, {
    createConnection: () =>
      connectByTls({
        ...{ host: "127.0.0.1", port, localAddress, servername: site },
        ALPNProtocols: ["h2"],
        // The certificate is Caddy's own.
        rejectUnauthorized: false,
      }),
  });
  // Each request of the session tells of it.
  return session.on("error", () => {});
}

type Answer = { status: number; body: string };

/** Rejects if the answer is an error, or does not come. */
function ask(
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  body?: unknown,
): Promise<Answer> {
  return new Promise((end, fail) => {
    const all = { "accept-encoding": "br", "user-agent": "Mozilla/5.0 (Android)", ...headers };
    const method = body === undefined ? "GET" : "POST";
    const request = session.request({ ...all, ":method": method });
    let [status, text] = [0, ""];
    request.setEncoding("latin1").setTimeout(20_000, () => request.close());
    request.on("response", (answered) => {
      status = Number(answered[":status"]);
    });
    request.on("data", (part) => {
      text += part;
    });
    request.on("error", fail).on("close", () => {
      if (status >= 200 && status < 400) end({ status, body: text });
      else fail(new Error(`${headers[":path"]}: ${status}`));
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function problemOf(step: Step): string | undefined {
  const { asked, failed, done, tookMs, caddyMs, serversMs, loadMs } = step;
  const slow = (name: string, times: number[]) =>
    quantile(times, 0.99) > maxMs && `the p99 of the ${name} is above three seconds`;
  const found =
    (failed > maxFailedShare * (failed + done) && `${failed} visits got an error`) ||
    (done * 1_000 < minShare * asked * tookMs && "fewer visits came about than were asked") ||
    slow("document", step.documentMs) ||
    slow("sign-up", step.signUpMs);
  if (!found) return undefined;
  const cores = [caddyMs, serversMs, loadMs].map((ms) => (ms / tookMs).toFixed(2));
  return `${found}, with Caddy, the servers and the load on ${cores.join(", ")} cores`;
}

function rowOf(step: Step): string {
  const { done, failed, tookMs, documentMs, signUpMs, caddyMs, serversMs, loadMs } = step;
  const times = (values: number[]) =>
    [0.5, 0.99].map((share) => Math.round(quantile(values, share))).join(", ");
  const work = [caddyMs, serversMs, loadMs].map((ms) => (ms / (done + failed)).toFixed(1));
  const cells = [
    Math.round((done * 1_000) / tookMs),
    times(documentMs),
    times(signUpMs),
    work.join(", "),
    failed,
  ];
  return `| ${cells.join(" | ")} |`;
}
