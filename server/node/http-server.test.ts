import { once } from "node:events";
import { connect } from "node:net";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { type Connections, connectionLimits, createHttpServer } from "./connections.ts";
import { listen } from "./http-server.ts";

test("a port that another program uses is refused, with the setting to change", async () => {
  const host = "127.0.0.1";
  const first = await listen(new Hono(), { host, port: 0 });
  if (first.kind === "refused") throw new Error(first.mistake);
  onTestFinished(first.close);
  expect(await listen(new Hono(), { host, port: first.port })).toEqual({
    kind: "refused",
    mistake: `A porta ${first.port} de 127.0.0.1 já está em uso por outro programa. Pare esse programa ou escreva uma porta livre em PORT, no .env.`,
  });
});

test("a host that is no address of this machine is refused, with the setting to change", async () => {
  // An address for documentation, which no machine has: https://www.rfc-editor.org/rfc/rfc5737
  expect(await listen(new Hono(), { host: "192.0.2.1", port: 0 })).toMatchObject({
    kind: "refused",
    mistake: expect.stringContaining('HOST é "192.0.2.1"'),
  });
});

test("nothing is kept of a client that goes away with many requests unanswered", async () => {
  const connections: Connections = {
    silent: new Set(),
    newest: new Map(),
    lastUsedAt: 0,
    isClosing: false,
  };
  let asked = 0;
  const app = new Hono().get("*", () => {
    asked += 1;
    return new Promise<Response>(() => {});
  });
  const server = createHttpServer(app, connections, connectionLimits).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const client = connect(address.port, address.address);
  client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(50));
  await expect.poll(() => asked).toBe(50);
  expect(connections.newest.size).toBe(1);
  client.destroy();
  await expect.poll(() => connections.newest.size).toBe(0);
});
