import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { type Agent, request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { findProgram, type ServerName } from "#tests/all/programs.ts";
import { reservePort, startAtReservedPort } from "#tests/support/machine/reserved-port.ts";

/** A proxy of one test, with a certificate from the proxy's own authority. */
export type TestProxy = {
  /** The host name of the site; no DNS server needs to know it. */
  site: string;
  port: number;
  httpPort: number;
  ca: string;
  pid: number;
  /** Everything that the proxy has printed so far. */
  log: () => Promise<string>;
};

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };
export type Request = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  agent?: Agent;
  /** The address of this machine that sends the request: each address in 127.0.0.0/8 is another visitor. */
  from?: string;
};

/** The longest time that a proxy of a test may run, in milliseconds: then it is killed, even if the test hangs. */
const maxLifeMs = 600_000;
/** The longest time for the start of a proxy, in milliseconds. */
const startLimitMs = 60_000;
/** The longest time for an answer of a proxy, in milliseconds. */
const answerLimitMs = 20_000;
const lookAgainMs = 50;

/** Whether the program is installed here. Only on Linux, because the tests give each visitor an own local address. */
export function isHere(name: ServerName): boolean {
  return process.platform === "linux" && findProgram(name) !== undefined;
}

export type ProxyStart = {
  name: ServerName;
  args: string[];
  settings: Record<string, string>;
  folder: string;
  /** The file with the certificate of the proxy's authority; the proxy may write this file itself. */
  authority: string;
  listening: Pick<TestProxy, "site" | "port" | "httpPort">;
};

/** An empty folder and two ports for a proxy of one test. */
export type ProxyPlace = { folder: string; port: number; httpPort: number };

/** Starts the proxy at two reserved free ports, because the proxies cannot choose free ports. */
export function startAtTwoPorts(
  start: (place: ProxyPlace) => Promise<TestProxy>,
): Promise<TestProxy> {
  return startAtReservedPort(async ({ folder, port }) => {
    const other = await reservePort();
    for (const one of [folder, other.folder])
      onTestFinished(() => rm(one, { recursive: true, force: true }));
    return start({ folder, port, httpPort: other.port });
  });
}

/** Starts the proxy, and resolves when it answers. The proxy stops at the end of the test. */
export async function startProxy(start: ProxyStart): Promise<TestProxy> {
  const { name, args, settings, folder, authority, listening } = start;
  const program = findProgram(name);
  if (program === undefined) throw new Error(`${name} is missing`);
  const log = join(folder, "log");
  const output = openSync(log, "a");
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"], HOME: folder, ...settings },
    stdio: ["ignore", output, output],
    timeout: maxLifeMs,
    killSignal: "SIGKILL",
  });
  onTestFinished(() => end(child));
  const endAt = performance.now() + startLimitMs;
  for (;;) {
    const ca = await readFile(authority, "utf8").catch(() => "");
    const proxy = { ...listening, ca, pid: child.pid ?? 0, log: () => readFile(log, "utf8") };
    const problem = await problemOf(proxy);
    if (problem === undefined) return proxy;
    if (hasEnded(child)) throw new Error(`${name} ended: ${await proxy.log()}`);
    if (performance.now() > endAt)
      throw new Error(`${name} did not answer: ${problem}\n${await proxy.log()}`);
    await sleep(lookAgainMs);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** What is wrong with the proxy's answer to a request; undefined if nothing is wrong. */
function problemOf(proxy: Pick<TestProxy, "site" | "port" | "ca">): Promise<string | undefined> {
  return ask(proxy, "/healthz").then(
    ({ status }) => (status === 200 ? undefined : `status ${status}`),
    (error) => String(error),
  );
}

/** Sends a request to the proxy over TLS, and accepts only a certificate of the proxy's authority. */
export function ask(
  { site, port, ca }: Pick<TestProxy, "site" | "port" | "ca">,
  path: string,
  { method = "GET", headers = {}, body, agent, from = "127.0.0.1" }: Request = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      method,
      ca,
      servername: site,
      localAddress: from,
      signal: AbortSignal.timeout(answerLimitMs),
      ...(agent && { agent }),
      headers: {
        host: `${site}:${port}`,
        ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
        ...headers,
      },
    });
    sent.once("error", reject);
    sent.once("response", (response) => {
      const { statusCode: status = 0, headers: answered } = response;
      text(response).then((read) => resolve({ status, headers: answered, body: read }), reject);
    });
    sent.end(body);
  });
}
