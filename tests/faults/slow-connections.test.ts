import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { connectionLimits, listen } from "#server/http-server.ts";
import { openApp } from "#tests/support/app/app.ts";
import {
  type BareConnection,
  openConnection,
  parseAnswer,
} from "#tests/support/faults/bare-connection.ts";

const host = "Host: localhost\r\n";
const signUpHead = `POST ${addContactPath} HTTP/1.1\r\n${host}Apikey: ${links.publicKey}\r\nContent-Type: application/json\r\n`;

test("a connection has ten seconds for its headers, twenty for its request", () => {
  expect(connectionLimits).toEqual({
    keepAliveTimeout: 75_000,
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    connectionsCheckingInterval: 2_000,
  });
});

const dayMs = 24 * 60 * 60_000;
/** With these limits the server ends no connection during the test, even on a slow machine. */
const longLimits = { ...connectionLimits, headersTimeout: dayMs, requestTimeout: dayMs };
/** The limits of the server, made shorter so that the test need not wait. */
const shortLimits = {
  ...connectionLimits,
  headersTimeout: 400,
  requestTimeout: 800,
  connectionsCheckingInterval: 50,
};

test.each([
  ["that say nothing", "", undefined],
  ["whose headers come letter by letter", `GET / HTTP/1.1\r\n${host}X: `, "a"],
  ["whose bodies come letter by letter", `${signUpHead}Content-Length: 4000\r\n\r\n`, "a"],
])("connections %s are answered 408, and others are served meanwhile", async (_, text, letter) => {
  const patient = await startWithLimits(longLimits);
  const held = await openMany(patient, 20, text);
  const other = await fetch(`${patient}/healthz`, { headers: { connection: "close" } });
  expect(other.status).toBe(200);
  expect(held.filter(({ socket }) => socket.destroyed)).toEqual([]);

  const connections = await openMany(await startWithLimits(shortLimits), 20, text);
  const sending = setInterval(() => {
    for (const { socket } of connections) if (letter) socket.write(letter);
  }, 50);
  onTestFinished(() => clearInterval(sending));
  await Promise.all(connections.map(({ ended }) => ended));
  expect(new Set(connections.map(statusOf))).toEqual(new Set(["408"]));
});

async function startWithLimits(limits: typeof connectionLimits): Promise<string> {
  const { app } = await openApp({ publicKey: links.publicKey });
  const listening = await listen(app, { host: "127.0.0.1", port: 0 }, limits);
  if (listening.kind === "refused") throw new Error(listening.mistake);
  onTestFinished(listening.close);
  return `http://127.0.0.1:${listening.port}`;
}

async function openMany(url: string, count: number, text: string): Promise<BareConnection[]> {
  const connections = Array.from({ length: count }, () => openConnection(url));
  onTestFinished(() => {
    for (const { socket } of connections) socket.destroy();
  });
  await Promise.all(connections.map(({ socket }) => once(socket, "connect")));
  for (const { socket } of connections) socket.write(text);
  return connections;
}

function statusOf({ answered }: BareConnection): string | undefined {
  return parseAnswer(answered()).status;
}
