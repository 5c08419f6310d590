import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import type { Contract, Runtime } from "#tests/support/contract/runtime.ts";
import { newPerson, sendJson } from "#tests/support/contract/senders.ts";
import {
  type BareAnswer,
  openConnection,
  parseAnswer,
} from "#tests/support/faults/bare-connection.ts";
import { ana } from "#tests/support/people.ts";

type Row = [what: string, headers: string, body: string, status: string, connection?: "ends"];

const lead = JSON.stringify(ana);
const chunk = `ffff\r\n${"x".repeat(0xffff)}\r\n`;
const bomb = gzipSync(Buffer.alloc(10_000_000)).toString("latin1");

/** Requests that `fetch` refuses to send. */
const rows: readonly Row[] = [
  ["a body with the right length", `Content-Length: ${lead.length}`, lead, "200"],
  ["a chunked body", "Transfer-Encoding: chunked", chunked(lead), "200"],
  ["a body longer than its length", `Content-Length: ${lead.length - 1}`, lead, "400"],
  ["4,097 bytes in chunks", "Transfer-Encoding: chunked", chunked("x".repeat(4_097)), "413"],
  // No memory is kept for the rest of a body, because the answer does not wait for it.
  ["the announcement of ten megabytes", "Content-Length: 10000000", "", "413"],
  ["the first chunk of an endless body", "Transfer-Encoding: chunked", chunk, "413"],
  ["a gzip bomb", `Content-Encoding: gzip\r\nContent-Length: ${bomb.length}`, bomb, "415"],
  [
    "a body shorter than its length, on a connection that ends",
    `Content-Length: ${lead.length + 9}`,
    lead,
    "400",
    "ends",
  ],
  ["ten megabytes with their length", "Content-Length: 10000000", "x".repeat(10_000_000), "413"],
];

export const bodies: Contract = Object.fromEntries(
  rows.map((row) => [
    `after ${row[0]} a sign-up is still accepted`,
    (runtime: Runtime) => expectStatus(runtime, row),
  ]),
);

async function expectStatus(runtime: Runtime, row: Row): Promise<void> {
  const [, headers, body, status, connection] = row;
  const { host } = new URL(runtime.url);
  const head = `POST ${addContactPath} HTTP/1.1\r\nHost: ${host}\r\nApikey: ${links.publicKey}`;
  const text = `${head}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
  expect((await sendBare(runtime.url, text, connection)).status).toBe(status);
  expect((await sendJson(runtime, newPerson())).status).toBe(200);
}

/** Sends the text until the answer begins. To a client that closes its side at once, Node may give no answer. */
async function sendBare(url: string, text: string, connection?: "ends"): Promise<BareAnswer> {
  const { socket, answered, ended } = openConnection(url);
  socket.write(text, "latin1");
  if (connection === "ends") socket.end();
  const begun = new Promise((resolve) => socket.once("data", resolve));
  await Promise.race([begun, ended]);
  socket.destroy();
  return parseAnswer(answered());
}

function chunked(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}
