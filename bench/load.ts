import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { links } from "#content/links.ts";
import { addContactPath, idempotencyHeader } from "#lead/contract.ts";
import { pageReportPath } from "#lead/page-report.ts";

type Message = { method: "GET" | "POST"; path: string; headers?: string[]; body?: string };
type Load = {
  url: string;
  seconds: number;
  /** Requests a second, sent evenly. Without it, each connection sends as fast as the server answers. */
  perSecond?: number;
  /** With more than 511, some would be reset while a server is held up: so many may wait at it. */
  connections: number;
  next: () => Message;
};
type LoadResult = {
  perSecond: number;
  /** Requests that were answered with a status from 200 to 299. */
  accepted: number;
  /** Requests that got another status, or no answer. */
  failed: number;
  timesMs: number[];
};

const maxAnswerMs = 10_000;

/**
 * Sends requests on connections that stay open. It writes them to the sockets itself, because `node:http` would use about
 * twice as much processor time, and load and server share the machine.
 */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const { url, seconds, perSecond, connections, next } = load;
  const timesMs: number[] = [];
  const result = { accepted: 0, failed: 0, timesMs };
  const startedAt = performance.now();
  let sent = 0;
  const send = async () => {
    let connection = openConnection(url);
    for (;;) {
      const now = performance.now();
      const dueAt = perSecond === undefined ? now : startedAt + (sent * 1_000) / perSecond;
      if (dueAt >= startedAt + seconds * 1_000) break;
      sent += 1;
      if (dueAt > now) await sleep(dueAt - now);
      // When no connection was free at the time of a request, its wait for one counts as well.
      const from = dueAt > now ? performance.now() : dueAt;
      if (connection.isClosed()) connection = openConnection(url);
      const status = await connection.ask(next());
      timesMs.push(performance.now() - from);
      if (status >= 200 && status < 300) result.accepted += 1;
      else result.failed += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, send));
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  return { ...result, perSecond: Math.round(result.accepted / tookSeconds) };
}

type Evenly = { perSecond: number; seconds: number; next: () => Message };

/** Sends requests evenly, and returns the milliseconds of each. All of them must be accepted. */
export async function timesOf(url: string, load: Evenly): Promise<number[]> {
  const { timesMs, failed } = await sendLoad({ url, ...load, connections: 256 });
  if (failed > 0) throw new Error(`${failed} of ${timesMs.length} requests were not accepted.`);
  // All connections open at the start, which no visitors do: the first quarter is left out.
  return timesMs.slice(Math.round(timesMs.length / 4));
}

let visitors = 0;

/** A new visitor, with a new e-mail address. `address` ends a network address that no other visitor has. */
function newVisitor() {
  visitors += 1;
  const address = [visitors >> 16, visitors >> 8, visitors].map((part) => part & 255).join(".");
  const lead = {
    name: `Visitante ${visitors} de Exemplo`,
    email: `visitante${visitors}@exemplo.com`,
    whatsapp: "(11) 98765-4321",
  };
  // In the form of the page's own keys.
  const key = `${Date.now().toString(36)}${randomUUID().replaceAll("-", "")}`;
  return { address, lead, key };
}

export function signUp(): Message {
  const { address, lead, key } = newVisitor();
  return {
    method: "POST",
    path: addContactPath,
    headers: [
      "content-type: application/json",
      `apikey: ${links.publicKey}`,
      `${idempotencyHeader}: ${key}`,
      `x-forwarded-for: 10.${address}`,
    ],
    body: JSON.stringify(lead),
  };
}

/** How many requests of a visit the server answers when a file server answers the rest: the document and a report. */
export const pageRequests = 2;

export function pageRequest(number: number): Message {
  if (number % pageRequests === 0)
    return { method: "GET", path: "/", headers: ["accept-encoding: br"] };
  const headers = ["content-type: application/json", "sec-fetch-site: same-origin"];
  return { method: "POST", path: pageReportPath, headers, body: JSON.stringify(oneView()) };
}

/** The report of a page that was opened and read. */
function oneView() {
  const steps = [["view", "none", 1]];
  return { source: "direct", steps };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

/** Opens a connection that has one request under way at a time. */
function openConnection(url: string) {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let answer = "";
  let end: (status: number) => void = () => {};
  socket.setEncoding("latin1").setTimeout(maxAnswerMs, () => socket.destroy());
  socket.on("data", (text: string) => {
    answer += text;
    if (!isWhole(answer)) return;
    const status = Number(answer.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
    // Our server ends a connection after a hundred answers, and says so in the last one.
    const isLast = /^connection: close/im.test(answer);
    answer = "";
    end(status);
    if (isLast) socket.destroy();
  });
  socket.on("error", () => {}).on("close", () => end(0));
  return {
    /** Returns the status of the answer; 0 if the connection ended without one. */
    ask({ method, path, headers = [], body = "" }: Message): Promise<number> {
      const length = `content-length: ${Buffer.byteLength(body)}`;
      const head = [`${method} ${path} HTTP/1.1`, `host: ${host}`, ...headers, length];
      const answered = new Promise<number>((resolve) => {
        end = resolve;
      });
      socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
      return answered;
    },
    isClosed: () => socket.destroyed,
    close: () => socket.destroy(),
  };
}

/** One request is under way at a time, so the last chunk stands at the end of what has come. */
function isWhole(answer: string): boolean {
  const headLength = answer.indexOf("\r\n\r\n");
  if (headLength < 0) return false;
  if (answer.startsWith("HTTP/1.1 204")) return true;
  const length = /^content-length: (\d+)/im.exec(answer.slice(0, headLength))?.[1];
  if (length === undefined) return answer.endsWith("\r\n0\r\n\r\n");
  return answer.length >= headLength + "\r\n\r\n".length + Number(length);
}
