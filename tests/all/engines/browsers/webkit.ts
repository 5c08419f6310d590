import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { findPython } from "#tests/all/programs.ts";
import { startGroup } from "#tests/support/machine/process-group.ts";
import { reservePort } from "#tests/support/machine/reserved-port.ts";
import { type Browser, phone } from "./browser.ts";
import { browserStartLimitMs, until } from "./until.ts";
import { type Command, overWebDriver, type Send } from "./webdriver.ts";

type Session = { sessionId: string };

/** Limits the wait for an answer, because the driver never answers after its browser has died. */
const answerLimitMs = 60_000;

/** WebKit draws without a graphics card, because the machine may not have one. */
const inSoftware = { LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_DMABUF_RENDERER: "1" };
const complaint = /^COMPLAINT (.*)/;

/** Controls WebKitGTK over HTTP, by Debian's program WebKitWebDriver. */
export async function openWebKit(): Promise<Browser> {
  // WebKitWebDriver cannot choose a free port, so the test reserves one.
  const { port, folder } = await reservePort();
  const screen = await startScreen();
  const settings = { ...inSoftware, DISPLAY: screen.display };
  const driver = startGroup("WebKitWebDriver", [`--port=${port}`], settings);
  const close = async () => {
    await Promise.all([driver.stop(), screen.stop()]);
    await rm(folder, { recursive: true });
  };
  try {
    const { sessionId } = await startSession(port);
    return {
      ...overWebDriver(sendTo(`http://127.0.0.1:${port}/session/${sessionId}`)),
      takeComplaints: async () =>
        driver.lines.splice(0).flatMap((line) => complaint.exec(line)?.[1] ?? []),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts a virtual screen for a browser without a headless mode. Xvfb finds a free display number; `xvfb-run` only
 * guesses a number.
 */
async function startScreen() {
  const args = ["-displayfd", "3", "-screen", "0", "800x1000x24", "-nolisten", "tcp"];
  const { pipes, stop } = startGroup("Xvfb", args);
  const [numbers] = pipes;
  if (!(numbers instanceof Readable)) throw new Error("No pipe.");
  let number = "";
  numbers.setEncoding("utf8").on("data", (text: string) => {
    number += text;
  });
  const isWhole = async () => number.endsWith("\n") || undefined;
  await until("the number of the screen", isWhole, browserStartLimitMs);
  return { display: `:${number.trim()}`, stop };
}

/** The session does not use the load strategy "eager": WebKit then ignores commands to a page that is still loading. */
async function startSession(port: number): Promise<Session> {
  const driver = `http://127.0.0.1:${port}`;
  await until("WebKitWebDriver", () => call("GET", `${driver}/status`), browserStartLimitMs);
  const binary = await findPython();
  const view = fileURLToPath(new URL("./webkit-view.py", import.meta.url));
  const args = [view, String(phone.width), String(phone.height)];
  const alwaysMatch = { "webkitgtk:browserOptions": { binary, args } };
  return call("POST", `${driver}/session`, { capabilities: { alwaysMatch } });
}

function sendTo(session: string): Send {
  return (command, params = {}) => {
    const { method, path } = request(command, params);
    return call(method, session + path, params);
  };
}

function request(command: Command, params: { id?: string }) {
  switch (command) {
    case "Navigate":
      return { method: "POST", path: "/url" };
    case "Back":
      return { method: "POST", path: "/back" };
    case "ExecuteScript":
      return { method: "POST", path: "/execute/sync" };
    case "PerformActions":
      return { method: "POST", path: "/actions" };
    case "GetActiveElement":
      return { method: "GET", path: "/element/active" };
    case "ElementSendKeys":
      return { method: "POST", path: `/element/${params.id}/value` };
  }
}

async function call<Result>(method: string, url: string, params?: object): Promise<Result> {
  const response = await fetch(url, {
    method,
    ...(method === "POST" && { body: JSON.stringify(params) }),
    signal: AbortSignal.timeout(answerLimitMs),
  });
  const { value } = JSON.parse(await response.text());
  if (value?.error) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
