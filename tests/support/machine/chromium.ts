import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { answerInTime } from "./answer-in-time.ts";
import { startGroup } from "./process-group.ts";

/** The protocol for one page of the browser, or for the browser itself: https://chromedevtools.github.io/devtools-protocol/ */
export type DevTools = {
  send: <Result>(method: string, params?: object) => Promise<Result>;
  on: <Params>(event: string, listener: (params: Params) => void) => void;
};
export type Chromium = DevTools & {
  devToolsFor: (sessionId: string) => DevTools;
  close: () => Promise<void>;
};

type Message = { id?: number; sessionId?: string; method?: string; params?: object };
type Answer<Result> = { result: Result; error?: { message: string } };

const flags = ["--headless=new", "--no-sandbox", "--no-first-run", "--remote-debugging-pipe"];
const silentFlags = ["--disable-background-networking", "--disable-component-update"];

/**
 * Starts Chromium without Playwright, and controls it by its DevTools protocol. Playwright would cost 0.1 s for which
 * no visitor waits: it listens to each page's console, so V8 parses React a second time to find the line numbers of two
 * errors that React creates at its start.
 */
export async function startChromium(
  path: string,
  moreFlags: readonly string[] = [],
): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), "black-ahsd-chromium-"));
  const args = [...flags, ...silentFlags, ...moreFlags, `--user-data-dir=${profile}`];
  const { pipes, stop } = startGroup(path, args);
  const [input, output] = pipes;
  if (!(input instanceof Writable && output instanceof Readable)) throw new Error("No pipes.");
  const devToolsFor = connect(input, output);
  return {
    ...devToolsFor(),
    devToolsFor,
    async close() {
      await stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Each message is JSON and ends with a zero byte. A message of a page has its session id. */
function connect(input: Writable, output: Readable): (sessionId?: string) => DevTools {
  const messages = new EventEmitter();
  let lastId = 0;
  let rest = "";
  output.setEncoding("utf8").on("data", (text: string) => {
    const [last = "", ...whole] = (rest + text).split("\0").reverse();
    rest = last;
    for (const message of whole.reverse()) pass(messages, JSON.parse(message));
  });
  // Ignore this error: it means that the browser has ended, which the missing answer to a command reports.
  input.on("error", () => undefined);
  return (sessionId) => ({
    on: (event, listener) => void messages.on(nameOf(event, sessionId), listener),
    async send<Result>(method: string, params: object = {}) {
      lastId += 1;
      const answered = answerInTime<Answer<Result>>(messages, lastId, method);
      input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
      const { error, result } = await answered;
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
  });
}

/** Passes a message on to those who wait for it: an answer by its number, an event by its name and session. */
function pass(messages: EventEmitter, message: Message): void {
  if (message.id !== undefined) messages.emit(String(message.id), message);
  else if (message.method) messages.emit(nameOf(message.method, message.sessionId), message.params);
}

function nameOf(event: string, sessionId = "browser"): string {
  return `${sessionId} ${event}`;
}
