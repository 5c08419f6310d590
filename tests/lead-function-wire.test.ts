import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { type RunningSite, startSite } from "./support/built/running-site.ts";
import { ana } from "./support/people.ts";

/** The time limit of each test that starts and stops a server process: enough for a busy machine. */
const testTimeLimitMs = 20_000;
const lead = JSON.stringify(ana);
const chunk = `ffff\r\n${"x".repeat(0xffff)}\r\n`;

test.each([
  ["a body with the right length", `Content-Length: ${lead.length}`, lead, "200"],
  ["a chunked body", "Transfer-Encoding: chunked", chunked(lead), "200"],
  [
    "a body shorter than its length, on a connection that ends",
    `Content-Length: ${lead.length + 9}`,
    lead,
    "400",
  ],
  ["a body longer than its length", `Content-Length: ${lead.length - 1}`, lead, "400"],
  ["ten megabytes with their length", "Content-Length: 10000000", "x".repeat(10_000_000), "413"],
  ["ten megabytes in chunks", "Transfer-Encoding: chunked", chunk.repeat(160), "413"],
  ["a negative length", "Content-Length: -1", lead, "400"],
  ["a length that is not a number", "Content-Length: many", lead, "400"],
  ["two lengths", "Content-Length: 1\r\nContent-Length: 2", lead, "400"],
  ["a length and chunks", "Content-Length: 1\r\nTransfer-Encoding: chunked", chunked(lead), "400"],
])(
  "after %s the server still accepts a sign-up",
  async (_, header, body, status) => {
    const server = await startSite();
    onTestFinished(server.stop);
    expect(await send(server, header, body)).toBe(status);
    const answer = await fetch(`${server.url}${addContactPath}`, {
      method: "POST",
      headers: { apikey: links.publicKey, "content-type": "application/json" },
      body: lead,
    });
    expect(answer.status).toBe(200);
    await server.stop();
    // In the log, level 50 means an error. A refused request is logged at level 30.
    expect(server.output()).not.toContain('"level":50');
  },
  testTimeLimitMs,
);

function chunked(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}

/** Returns the status of the answer, if there is one. Uses a plain socket, because `fetch` refuses to send these requests. */
async function send({ url }: RunningSite, header: string, body: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    answer += text;
  });
  // Ignore errors of this socket: the server may close the connection while the test still sends. Only the answer that
  // came before the error counts.
  socket.on("error", () => undefined);
  const head = `POST ${addContactPath} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nApikey: ${links.publicKey}`;
  socket.end(`${head}\r\nContent-Type: application/json\r\n${header}\r\n\r\n${body}`);
  await new Promise((resolve) => socket.once("close", resolve));
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
}
