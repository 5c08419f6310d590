import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { links } from "#content/links.ts";
import { addContactPath, idempotencyHeader } from "#lead/contract.ts";

type Message = { path: string; headers: string[]; body: string };
type Load = { url: string; seconds: number; connections: number };
type LoadResult = {
  perSecond: number;
  /** Requests that were answered with a status from 200 to 299. */
  accepted: number;
  /** Requests that got another status, or no answer. */
  failed: number;
};

const maxAnswerMs = 10_000;

/**
 * Sends sign-ups on connections that stay open, as fast as the server answers. It writes them to the sockets itself,
 * because `node:http` would use about twice as much processor time, and load and server share the machine.
 */
export async function sendLoad(load: Load): Promise<LoadResult> {
  const { url, seconds, connections } = load;
  const result = { accepted: 0, failed: 0 };
  const startedAt = performance.now();
  const send = async () => {
    let connection = openConnection(url);
    while (performance.now() < startedAt + seconds * 1_000) {
      if (connection.isClosed()) connection = openConnection(url);
      const status = await connection.ask(signUp());
      if (status >= 200 && status < 300) result.accepted += 1;
      else result.failed += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, send));
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  return { ...result, perSecond: Math.round(result.accepted / tookSeconds) };
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

function signUp(): Message {
  const { address, lead, key } = newVisitor();
  return {
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
    ask({ path, headers, body }: Message): Promise<number> {
      const length = `content-length: ${Buffer.byteLength(body)}`;
      const head = [`POST ${path} HTTP/1.1`, `host: ${host}`, ...headers, length];
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
  const length = /^content-length: (\d+)/im.exec(answer.slice(0, headLength))?.[1];
  if (length === undefined) return answer.endsWith("\r\n0\r\n\r\n");
  return answer.length >= headLength + "\r\n\r\n".length + Number(length);
}
