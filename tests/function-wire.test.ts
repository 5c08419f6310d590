import { connect } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { ana } from "./support/app/posting.ts";
import {
  type BuiltServer,
  buildServer,
  type RunningServer,
} from "./support/built/running-server.ts";

const buildTimeLimitMs = 60_000;
/** A process is started and stopped in order, also on a busy machine. */
const testTimeLimitMs = 20_000;
const lead = JSON.stringify(ana);
const chunk = `ffff\r\n${"x".repeat(0xffff)}\r\n`;

let built: BuiltServer;

beforeAll(async () => {
  built = await buildServer();
}, buildTimeLimitMs);
afterAll(() => built.remove());

test.each([
  ["a body as long as it says", `Content-Length: ${lead.length}`, lead, "200"],
  ["a body in pieces", "Transfer-Encoding: chunked", piece(lead), "200"],
  ["a body shorter than it says, and gone", `Content-Length: ${lead.length + 9}`, lead, "400"],
  ["a body longer than it says", `Content-Length: ${lead.length - 1}`, lead, "400"],
  ["ten megabytes, announced", "Content-Length: 10000000", "x".repeat(10_000_000), "413"],
  ["ten megabytes, in pieces", "Transfer-Encoding: chunked", chunk.repeat(160), "413"],
  ["a length below nought", "Content-Length: -1", lead, "400"],
  ["a length that is no number", "Content-Length: many", lead, "400"],
  ["two lengths", "Content-Length: 1\r\nContent-Length: 2", lead, "400"],
  ["a length and pieces", "Content-Length: 1\r\nTransfer-Encoding: chunked", piece(lead), "400"],
])(
  "%s does not disturb the server",
  async (_, header, body, status) => {
    const server = await built.start();
    onTestFinished(server.stop);
    expect(await say(server, header, body)).toBe(status);
    const answer = await fetch(`${server.url}${addContactPath}`, {
      method: "POST",
      headers: { apikey: links.publicKey, "content-type": "application/json" },
      body: lead,
    });
    expect(answer.status).toBe(200);
    await server.stop();
    // Errors are 50, what was turned away is 30.
    expect(server.output()).not.toContain('"level":50');
  },
  testTimeLimitMs,
);

function piece(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}

/** The status of the answer, if there is one: on a bare connection, on which anything can be said. */
async function say({ url }: RunningServer, header: string, body: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  // Cut off in the middle of a flood: what was answered before counts.
  socket.on("error", () => undefined);
  const head = `POST ${addContactPath} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nApikey: ${links.publicKey}`;
  socket.end(`${head}\r\nContent-Type: application/json\r\n${header}\r\n\r\n${body}`);
  await new Promise((resolve) => socket.once("close", resolve));
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
}
