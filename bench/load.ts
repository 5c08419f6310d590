import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { links } from "#content/links.ts";
import { addContactPath, idempotencyHeader } from "#lead/contract.ts";

type Load = { url: string; seconds: number; connections: number };

const maxAnswerMs = 10_000;

/**
 * Sends sign-ups on connections that stay open, as fast as the server answers. It writes them to the sockets itself,
 * because `node:http` would use about twice as much processor time, and load and server share the machine.
 */
export async function sendLoad({ url, seconds, connections }: Load) {
  // Accepted is what was answered with 200; failed, what got another status or no answer.
  const result = { accepted: 0, failed: 0 };
  const startedAt = performance.now();
  const send = async () => {
    let connection = openConnection(url);
    while (performance.now() < startedAt + seconds * 1_000) {
      if (connection.isClosed()) connection = openConnection(url);
      if ((await connection.ask(signUp())) === 200) result.accepted += 1;
      else result.failed += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, send));
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  return { ...result, perSecond: Math.round(result.accepted / tookSeconds) };
}

let visitors = 0;

/** A new visitor, with an e-mail and a network address that no other visitor has. */
function signUp() {
  visitors += 1;
  const address = [visitors >> 16, visitors >> 8, visitors].map((part) => part & 255).join(".");
  const body = JSON.stringify({
    name: `Visitante ${visitors} de Exemplo`,
    email: `visitante${visitors}@exemplo.com`,
    whatsapp: "(11) 98765-4321",
  });
  const headers = [
    "content-type: application/json",
    `apikey: ${links.publicKey}`,
    // In the form of the page's own keys.
    `${idempotencyHeader}: ${Date.now().toString(36)}${randomUUID().replaceAll("-", "")}`,
    `x-forwarded-for: 10.${address}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return { headers, body };
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
    ask({ headers, body }: ReturnType<typeof signUp>): Promise<number> {
      const head = [`POST ${addContactPath} HTTP/1.1`, `host: ${host}`, ...headers];
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
