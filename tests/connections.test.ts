import { once } from "node:events";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type RunningSite, startSite } from "./support/built/running-site.ts";
import { openConnection, sendBare } from "./support/faults/bare-connection.ts";

const host = "Host: localhost";

let server: RunningSite;

beforeAll(async () => {
  server = await startSite();
});
afterAll(() => server.stop());

test.each([
  ["GET /healthz", "200"],
  ["GET /readyz", "200"],
  ["HEAD /readyz", "200"],
  ["GET /", "200"],
  ["OPTIONS /", "204"],
])("an HTTP/1.0 health check without a host, %s, is answered with %s", async (request, status) => {
  expect((await sendBare(server.url, `${request} HTTP/1.0\r\n\r\n`)).status).toBe(status);
});

test("an unused connection stays open for longer than the 60 s of proxies", async () => {
  const connection = openConnection(server.url);
  connection.socket.write(`GET /healthz HTTP/1.1\r\n${host}\r\n\r\n`);
  await once(connection.socket, "data");
  connection.socket.end();
  expect(connection.answered()).toMatch(/^keep-alive: timeout=75, max=100\r$/im);
});

test("of 101 requests at once on one connection 100 are answered, and one is refused", async () => {
  const { socket, answered } = openConnection(server.url);
  onTestFinished(() => void socket.destroy());
  socket.write(`GET /healthz HTTP/1.1\r\n${host}\r\n\r\n`.repeat(101));
  const statuses = () => answered().match(/(?<=^HTTP\/1\.1 )\d+/gm) ?? [];
  await expect.poll(statuses).toEqual([...Array.from({ length: 100 }, () => "200"), "503"]);
});
