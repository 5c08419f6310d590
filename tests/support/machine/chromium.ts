import { EventEmitter } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { answerInTime } from "./answer-in-time.ts";
import { startGroup } from "./process-group.ts";

/** One page of the browser, or the browser itself: https://chromedevtools.github.io/devtools-protocol/ */
export type Wire = {
  send: <Result>(method: string, params?: object) => Promise<Result>;
  on: <Params>(event: string, listener: (params: Params) => void) => void;
};
export type Chromium = Wire & { wireTo: (sessionId: string) => Wire; close: () => Promise<void> };

type Message = { id?: number; sessionId?: string; method?: string; params?: object };
type Answer<Result> = { result: Result; error?: { message: string } };

const flags = ["--headless=new", "--no-sandbox", "--no-first-run", "--remote-debugging-pipe"];
const quiet = ["--disable-background-networking", "--disable-component-update"];

/**
 * Chromium by its own protocol. Playwright listens to the console of every page, and then V8 reads all of React a
 * second time, to say where two errors were made that React keeps at hand: a tenth of a second that no visitor waits.
 */
export async function startChromium(
  path: string,
  moreFlags: readonly string[] = [],
): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), "black-ahsd-chromium-"));
  const all = [...flags, ...quiet, ...moreFlags, `--user-data-dir=${profile}`];
  const { pipes, stop } = startGroup(path, all);
  const [input, output] = pipes;
  if (!(input instanceof Writable && output instanceof Readable)) throw new Error("No pipes.");
  const wireTo = speak(input, output);
  return {
    ...wireTo(),
    wireTo,
    async close() {
      await stop();
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
  // An error here means that the browser has ended; the missing answer reports that.
  input.on("error", () => undefined);
  return (sessionId) => ({
    on: (event, listener) => void heard.on(nameOf(event, sessionId), listener),
    async send<Result>(method: string, params: object = {}) {
      lastId += 1;
      const answered = answerInTime<Answer<Result>>(heard, lastId, method);
      input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
      const { error, result } = await answered;
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
