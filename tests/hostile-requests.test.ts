import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";
import { openConnection, parseAnswer, sendBare } from "#tests/support/faults/bare-connection.ts";
import { ana } from "#tests/support/people.ts";

const host = "Host: localhost\r\nConnection: close";
const long = "a".repeat(64 * 1024);
const signUp = `POST ${addContactPath} HTTP/1.1\r\n${host}\r\nApikey: ${links.publicKey}\r\nContent-Type: application/json`;

let server: RunningSite;

beforeAll(async () => {
  server = await startSite();
});
afterAll(() => server.stop());

test.each([
  ["64 KiB in one header", `GET / HTTP/1.1\r\n${host}\r\nX: ${long}`, "431"],
  ["an address of 64 KiB", `GET /${long} HTTP/1.1\r\n${host}`, "431"],
  ["an invalid host", "GET / HTTP/1.1\r\nConnection: close\r\nHost: a b/c", "400"],
  ["an unknown expectation", `GET / HTTP/1.1\r\n${host}\r\nExpect: x`, "417"],
  ["an address without a slash", `GET etc/passwd HTTP/1.1\r\n${host}`, "400"],
  ["a tunnel", `CONNECT example.com:443 HTTP/1.1\r\n${host}`, undefined],
  ["an unknown method", `FOO / HTTP/1.1\r\n${host}`, "400"],
  ["gzip inside chunks", `${signUp}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0`, "400"],
])("a request with %s is refused, and the connection ends", async (_, head, status) => {
  const answer = await sendBare(server.url, `${head}\r\n\r\n`);
  expect(answer.status).toBe(status);
  expect(answer.body).not.toMatch(/node_modules|Error:/);
});

const lead = JSON.stringify(ana);
const inChunks = "Transfer-Encoding: chunked";
const tooLong = "Content-Length: 10000000";
const bomb = gzipSync(Buffer.alloc(10_000_000)).toString("latin1");

// The server keeps no memory for the rest of a body that is too long, because it answers before reading the rest.
test.each<[what: string, status: string, headers: string, body: string, end?: "ends"]>([
  ["the right length", "200", `Content-Length: ${lead.length}`, lead],
  ["chunks", "200", inChunks, chunks(lead)],
  ["more than its length", "400", `Content-Length: ${lead.length - 1}`, lead],
  ["4,097 bytes in chunks", "413", inChunks, chunks("x".repeat(4_097))],
  ["the announcement of ten megabytes", "413", tooLong, ""],
  ["the first chunk of an endless body", "413", inChunks, `ffff\r\n${"x".repeat(0xffff)}\r\n`],
  ["a gzip bomb", "415", `Content-Encoding: gzip\r\nContent-Length: ${bomb.length}`, bomb],
  ["less, on a connection that ends", "400", `Content-Length: ${lead.length + 9}`, lead, "ends"],
])("a body with %s is answered with %s", async (_, status, headers, body, end) => {
  const { socket, answered, ended } = openConnection(server.url);
  socket.write(`${signUp}\r\n${headers}\r\n\r\n${body}`, "latin1");
  // Node may give no answer to a client that closes its sending side at once.
  if (end) socket.end();
  await Promise.race([new Promise((resolve) => socket.once("data", resolve)), ended]);
  socket.destroy();
  expect(parseAnswer(answered()).status).toBe(status);
});

function chunks(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}

test.each([
  ["/../../../../etc/passwd", "404"],
  ["//etc/passwd", "404"],
  ["/assets/../../leads.sqlite", "404"],
  ["/.env", "404"],
  ["/package.json", "404"],
  ["/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd", "400"],
  ["/%0d%0aSet-Cookie:%20a=b", "404"],
])(
  "the address %s is answered with %s, and without any file outside the site",
  async (path, status) => {
    const answer = await sendBare(server.url, `GET ${path} HTTP/1.1\r\n${host}\r\n\r\n`);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toMatch(/root:x:0|"black-ahsd"|SQLite format 3/);
    expect(answer.headers.get("set-cookie")).toBeNull();
  },
);

test.each(["PUT", "DELETE", "TRACE", "POST"])(
  "the method %s on a page is refused",
  async (method) => {
    const answer = await sendBare(
      server.url,
      `${method} / HTTP/1.1\r\n${host}\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(answer.status).toBe("405");
    expect(answer.headers.get("allow")).toBe("GET, HEAD");
  },
);

/** The headers say nothing about the connection, so it stays open. */
const kept = "Host: localhost";

test.each([
  ["GET /healthz", "200"],
  ["HEAD /readyz", "200"],
  ["OPTIONS /", "204"],
])("an HTTP/1.0 health check without a host, %s, is answered with %s", async (request, status) => {
  expect((await sendBare(server.url, `${request} HTTP/1.0\r\n\r\n`)).status).toBe(status);
});

test("an unused connection stays open for longer than the 60 s of proxies", async () => {
  const connection = openConnection(server.url);
  connection.socket.write(`GET /healthz HTTP/1.1\r\n${kept}\r\n\r\n`);
  await once(connection.socket, "data");
  connection.socket.end();
  expect(connection.answered()).toMatch(/^keep-alive: timeout=75, max=100\r$/im);
});

test("of 101 requests at once on one connection 100 are answered, and one is refused", async () => {
  const { socket, answered } = openConnection(server.url);
  onTestFinished(() => void socket.destroy());
  socket.write(`GET /healthz HTTP/1.1\r\n${kept}\r\n\r\n`.repeat(101));
  const statuses = () => answered().match(/(?<=^HTTP\/1\.1 )\d+/gm) ?? [];
  await expect.poll(statuses).toEqual([...Array.from({ length: 100 }, () => "200"), "503"]);
});

test("after all these requests a visitor can sign up, and the log has no error", async () => {
  const answer = await fetch(`${server.url}${addContactPath}`, {
    method: "POST",
    headers: { apikey: links.publicKey, "content-type": "application/json" },
    body: JSON.stringify(ana),
  });
  expect(answer.status).toBe(200);
  expect(server.output()).not.toMatch(/"level":[56]0|Error/);
});
