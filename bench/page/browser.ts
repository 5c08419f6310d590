import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { findChromium } from "#scripts/find-chromium.mjs";

/** One page of the browser, or the browser itself: https://chromedevtools.github.io/devtools-protocol/ */
export type Wire = {
  send: <Result>(method: string, params?: object) => Promise<Result>;
  on: <Params>(event: string, listener: (params: Params) => void) => void;
};
export type Browser = Wire & { wireTo: (sessionId: string) => Wire; close: () => Promise<void> };

type Message = {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: object;
  result?: object;
  error?: { message: string };
};

const flags = ["--headless=new", "--no-sandbox", "--no-first-run", "--remote-debugging-pipe"];
const quiet = ["--disable-background-networking", "--disable-component-update"];

/**
 * Chromium by its own protocol. Playwright listens to the console of every page, and then V8 reads all of React a
 * second time, to say where two errors were made that React keeps at hand: a tenth of a second that no visitor waits.
 */
export async function startBrowser(): Promise<Browser> {
  const path = await findChromium();
  if (path === undefined) throw new Error("No Chromium was found: npm test fetches one.");
  const profile = await mkdtemp(join(tmpdir(), "bench-page-"));
  const process = spawn(path, [...flags, ...quiet, `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const [, , , input, output] = process.stdio;
  if (!(input instanceof Writable && output instanceof Readable)) throw new Error("No pipes.");
  const wireTo = speak(input, output);
  return {
    ...wireTo(),
    wireTo,
    async close() {
      process.kill();
      await once(process, "exit");
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Each message is JSON and ends with a zero; those of a page carry its session. */
function speak(input: Writable, output: Readable): (sessionId?: string) => Wire {
  const heard = new EventEmitter();
  let lastId = 0;
  let rest = "";
  output.setEncoding("utf8").on("data", (text: string) => {
    const [last = "", ...whole] = (rest + text).split("\0").reverse();
    rest = last;
    for (const message of whole.reverse()) hear(heard, JSON.parse(message));
  });
  return (sessionId) => ({
    on: (event, listener) => void heard.on(nameOf(event, sessionId), listener),
    async send(method, params = {}) {
      lastId += 1;
      const answered = once(heard, String(lastId));
      input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
      const [{ error, result }] = await answered;
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
  });
}

function hear(heard: EventEmitter, message: Message): void {
  if (message.id !== undefined) heard.emit(String(message.id), message);
  else if (message.method) heard.emit(nameOf(message.method, message.sessionId), message.params);
}

function nameOf(event: string, sessionId = "browser"): string {
  return `${sessionId} ${event}`;
}
