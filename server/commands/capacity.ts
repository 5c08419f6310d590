import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, open } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import {
  type Command,
  done,
  failed,
  misused,
  type WithDatabase,
} from "#server/command-line/command.ts";
import { formatCount, formatDecimal, readCount } from "#server/command-line/text.ts";
import { type Group, listGroups } from "#server/groups/groups.ts";
import { listRooms, type Room } from "#server/rooms/rooms.ts";
import { recordAction } from "#server/store/action-log.ts";
import type { Database } from "#server/store/row-types.ts";

/** How the evening is reckoned: of three visitors one signs up, and the busiest second has three times the mean. */
const visitsPerSignUp = 3;
const peak = 3;
/** The most sign-ups that share one write to the disk. */
const signUpsPerCommit = 500;
/** A page with its reports and its questions for the time takes the server as long as so many documents. */
const documentsPerVisit = 3;
/** Caddy's part of a visit, TLS and files, in the time of a document: 34 to 51 in `npm run bench -- launch`. */
const caddyDocuments = 40;
/** A sign-up with its lead and its delivery, indexes and log included. */
const bytesPerSignUp = 3_000;
/** A full processor answers late. */
const usableShare = 0.8;
const maxSignUps = 9_999_999;
const measureMs = 2_500;
const lookMs = 250;

export const capacity: Command = {
  usage: "--expect <inscrições> [--minutes <minutos>]",
  summary: "mede esta máquina por dez segundos e diz se a noite cabe nela",
  details: [
    "Mede o disco e o processador, num servidor de teste com um banco só seu, e conta os lugares nos grupos e na sala. O Caddy é",
    "estimado. Um em três visitantes se inscreve, e no pior segundo vêm três vezes mais que na média.",
    "Rode na máquina do site, numa hora calma. Ao endereço público vai um só pedido.",
  ],
  operands: { min: 0, max: 0 },
  options: {
    expect: { type: "string", about: "quantas inscrições você espera" },
    minutes: { type: "string", about: "em quantos minutos elas vêm (10)" },
  },
  async run(context, { values }) {
    const expect = readCount(values.get("expect"), maxSignUps);
    const minutes = readCount(values.get("minutes") ?? "10", maxSignUps);
    if (expect === undefined || minutes === undefined)
      return misused("Escreva quantas inscrições espera: capacity --expect 100000 --minutes 10");
    const io = await context.open();
    // Where the system counts no load, it is 0.
    if (loadavg().some((load) => load > availableParallelism()))
      io.note(
        "A máquina está ocupada com outra coisa: o que vem agora é pior do que numa hora calma.",
      );
    const measured = await measure(io);
    if (typeof measured === "string") return failed(measured);
    const limits = limitsOf(measured, expect, minutes);
    for (const { name, text } of limits) await io.write(`${name}: ${text}\n`);
    await io.write(`endereço público, com TLS: ${await askPublic(io)}\n`);
    await io.write(`\n${conclude(limits, expect, minutes)}\n`);
    if (limits.some(({ times }) => times < 1)) return failed();
    const at = await io.databaseClock(io.database);
    await recordAction(io.database, { at, action: "capacity", detail: String(expect) });
    return done;
  },
};

export type Measured = {
  commitsPerSecond: number;
  documentMs: number;
  signUpMs: number;
  cores: number;
  openFiles: number;
  freeBytes: number | undefined;
  groups: readonly Group[];
  rooms: readonly Room[];
};

async function measure(io: WithDatabase): Promise<Measured | string> {
  const { config, database } = io;
  const isFile = config.store.kind === "sqlite";
  const base = config.store.kind === "sqlite" ? config.store.folder : tmpdir();
  const folder = await mkdtemp(join(base, "capacidade-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  io.atEnd(remove);
  try {
    const commit = isFile ? writerIn(folder) : () => commitInPostgres(database);
    const costs = await measureServer(io, folder, commit);
    if (typeof costs === "string") return costs;
    return {
      ...costs,
      cores: availableParallelism(),
      openFiles: io.self.maxOpenFiles(),
      freeBytes: isFile ? await io.freeBytes(base) : undefined,
      groups: await listGroups(database),
      rooms: await listRooms(database),
    };
  } finally {
    remove();
  }
}

/** The processor that a page and a sign-up take at a server in this process, asked by another one. */
async function measureServer(io: WithDatabase, folder: string, commit: () => Promise<unknown>) {
  const settings = { HOST: "127.0.0.1", PORT: "0", DATA_DIR: folder, TRUSTED_PROXIES: "1" };
  const server = await io.startServer({ settings, warn: () => {} });
  if (server.kind === "refused") return server.lines.join(" ");
  try {
    const commitsPerSecond = await perSecond(commit);
    const stopped = io.stopSignal();
    // A server that has just started compresses the pages of the coming phases.
    for (let tries = 0; tries < 60 && (await isWorking(io, stopped)); tries += 1);
    const url = `http://127.0.0.1:${server.port}`;
    const documentMs = await msOf(io, `${url}/`);
    const signUpMs = await msOf(io, `${url}${addContactPath}`, links.publicKey);
    return { commitsPerSecond, documentMs, signUpMs };
  } finally {
    await server.stop();
  }
}

async function isWorking({ sleep, self }: WithDatabase, stopped: AbortSignal): Promise<boolean> {
  const before = self.processorMs();
  await sleep(lookMs, stopped);
  return self.processorMs() - before > lookMs / 10;
}

const sender = `
const [url, apikey, ms] = process.argv.slice(1);
const until = Date.now() + Number(ms);
let count = 0;
const next = (n) => apikey === "" ? { headers: { "accept-encoding": "br" } } : {
  method: "POST",
  headers: { apikey, "content-type": "application/json", "x-forwarded-for": "10." + [n >> 16, n >> 8, n].map((part) => part & 255).join(".") },
  body: JSON.stringify({ name: "Medida", email: "medida" + n + "@exemplo.com", whatsapp: "(11) 98765-4321" }),
};
async function send() {
  while (Date.now() < until) {
    const answer = await fetch(url, next(++count));
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(url + " " + answer.status);
  }
}
Promise.all(Array.from({ length: 16 }, send)).then(() => console.log(count));`;

async function msOf({ self }: WithDatabase, url: string, apikey = ""): Promise<number> {
  const before = self.processorMs();
  const args = ["--eval", sender, "--", url, apikey, String(measureMs)];
  const sending = spawn(self.program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const count = Number(await text(sending.stdout));
  return (self.processorMs() - before) / count;
}

function writerIn(folder: string): () => Promise<unknown> {
  const page = Buffer.alloc(4_096, 1);
  const file = join(folder, "gravacoes");
  return async () => {
    const handle = await open(file, "a");
    await handle.write(page);
    await handle.datasync().finally(() => handle.close());
  };
}

/** Changes no row, but waits for the disk, and for a synchronous standby. */
function commitInPostgres(database: Database): Promise<unknown> {
  return sql`select pg_logical_emit_message(true, 'capacity', '')`.execute(database);
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() < startedAt + measureMs) {
    await work();
    count += 1;
  }
  return (count * 1_000) / (performance.now() - startedAt);
}

/** One request, and never more: the address may be another machine's. */
async function askPublic({ config, fetch }: WithDatabase): Promise<string> {
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(measureMs);
  const isPublic = config.siteUrl.startsWith("https:");
  const asked =
    isPublic && (await fetch(`${config.siteUrl}/healthz`, { signal }).catch(() => false));
  return asked instanceof Response && asked.ok
    ? `respondeu em ${write(performance.now() - startedAt)} ms`
    : "não respondeu daqui";
}

/** `times`: how many times what is expected this would bear. `todo`: what to do if it does not. */
type Limit = { name: string; times: number; text: string; todo: string };

const grow = "ponha uma CDN na frente, ou use uma máquina maior (docs/operacao/crescer.md)";

/** What the expected sign-ups need, and what there is of it. */
export function limitsOf(measured: Measured, expect: number, minutes: number): Limit[] {
  const { commitsPerSecond, documentMs, signUpMs, cores, openFiles, freeBytes } = measured;
  const signUps = (expect / (minutes * 60)) * peak;
  const visits = signUps * visitsPerSignUp;
  const serverMs = visits * documentsPerVisit * documentMs + signUps * signUpMs;
  const machineMs = serverMs + visits * caddyDocuments * documentMs;
  const limits: Limit[] = [
    {
      name: "disco",
      times: (commitsPerSecond * signUpsPerCommit) / signUps,
      text: `${formatCount(Math.round(commitsPerSecond))} gravações por segundo, cada uma com até ${signUpsPerCommit} inscrições; no pior segundo vêm ${formatCount(Math.ceil(signUps))}`,
      todo: "ponha os dados num disco mais rápido",
    },
    {
      name: "servidor",
      times: (1_000 * usableShare) / serverMs,
      text: `uma página leva ${write(documentMs)} ms, uma inscrição ${write(signUpMs)} ms; no pior segundo, ${write(serverMs / 10)}% de um processador`,
      todo: grow,
    },
    {
      name: "máquina, com o Caddy",
      times: (cores * 1_000 * usableShare) / machineMs,
      text: `${formatCount(Math.ceil(visits))} visitas no pior segundo, ${write(machineMs / 1_000)} processadores, de ${cores}`,
      todo: grow,
    },
    {
      name: "arquivos abertos",
      times: openFiles / visits,
      text: `até ${Number.isFinite(openFiles) ? formatCount(openFiles) : "quantos forem"}; conexões novas no pior segundo: ${formatCount(Math.ceil(visits))}`,
      todo: "aumente LimitNOFILE no serviço do Caddy",
    },
    ...placesOf(measured, expect),
  ];
  if (freeBytes !== undefined)
    limits.push({
      name: "espaço",
      times: freeBytes / (expect * bytesPerSignUp),
      text: `${formatCount(Math.round(freeBytes / 1e6))} MB livres; as inscrições ocupam ${formatCount(Math.ceil((expect * bytesPerSignUp) / 1e6))} MB`,
      todo: "libere espaço no disco",
    });
  return limits;
}

/** What the groups and the rooms of the class can take. Without any there is one link, whose places are not known. */
function placesOf({ groups, rooms }: Measured, expect: number): Limit[] {
  const open = groups.filter(({ state }) => state === "open");
  const inGroups =
    groups.length === 0 ? Infinity : sum(open.map(({ stopAt, taken }) => stopAt - taken));
  const missing = Math.ceil((expect - inGroups) / (groups.at(-1)?.stopAt ?? 1));
  // A full room leads on to the next one.
  const inRooms = rooms.map(({ places, entered }) => Math.max(0, (places ?? Infinity) - entered));
  return [
    {
      ...placesLeft(inGroups, expect),
      name: "grupos",
      todo: missing === 1 ? "falta 1 grupo" : `faltam ${formatCount(missing)} grupos`,
    },
    {
      ...placesLeft(rooms.length === 0 ? Infinity : sum(inRooms), expect),
      name: "salas",
      todo: "faltam lugares nas salas: abra outra, e room add <link>",
    },
  ];
}

function placesLeft(left: number, expect: number) {
  const text = Number.isFinite(left)
    ? `${formatCount(left)} lugares livres`
    : "sem limite conhecido";
  return { times: left / expect, text };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export function conclude(limits: readonly Limit[], expect: number, minutes: number): string {
  const wanted = `${formatCount(expect)} inscrições em ${minutes} minutos`;
  const [first, ...others] = limits.toSorted((one, other) => one.times - other.times);
  if (first === undefined) return wanted;
  if (first.times >= 1)
    return `Cabem ${wanted}, com folga de ${write(first.times)} vezes; o primeiro a faltar seria: ${first.name}.`;
  const short = [first, ...others].filter(({ times }) => times < 1);
  const todos = [...new Set(short.map(({ todo }) => todo))].join("; ");
  return `Não cabem ${wanted}. Falta primeiro: ${first.name} (só para ${Math.floor(first.times * 100)}% delas). O que fazer: ${todos}.`;
}

function write(number: number): string {
  return number < 10
    ? formatDecimal(Number(number.toPrecision(2)))
    : formatCount(Math.round(number));
}
