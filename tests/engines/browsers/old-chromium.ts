import { findOldChromium } from "#scripts/check/browsers/find-browsers.mjs";
import { type Chromium, startChromium, type Wire } from "#tests/support/machine/chromium.ts";
import { type Browser, type BrowserOptions, phone } from "./browser.ts";
import { until } from "./until.ts";

/** The first flag lets pages reach only this machine. */
const flags = [
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
  "--hide-scrollbars",
  // Without this flag Chromium ignores presses before its first frame.
  "--allow-pre-commit-input",
  "--lang=pt-BR",
];

/** Drives an old Chromium by its own protocol, because Playwright does not support it. */
export async function openOldChromium({ scripts }: BrowserOptions): Promise<Browser> {
  const path = await findOldChromium();
  if (path === undefined) throw new Error("@sparticuz/chromium is missing: npm ci installs it.");
  const chromium = await startChromium(path, flags);
  const wire = await openPage(chromium);
  const complaints = listen(wire);
  await setUp(wire, scripts);
  const { product } = await chromium.send<{ product: string }>("Browser.getVersion");
  return {
    version: product,
    go: (url) => navigate(wire, "Page.navigate", { url }),
    back: () => goBack(wire),
    evaluate: (body, ...args) => evaluate(wire, body, args),
    press: (point) => press(wire, point),
    pressEscape: () => pressKey(wire, { key: "Escape", code: "Escape", windowsVirtualKeyCode: 27 }),
    type: (text) => wire.send("Input.insertText", { text }),
    takeComplaints: async () => complaints.splice(0),
    close: () => chromium.close(),
  };
}

async function openPage(chromium: Chromium): Promise<Wire> {
  const { targetId } = await chromium.send<{ targetId: string }>("Target.createTarget", {
    url: "about:blank",
  });
  const { sessionId } = await chromium.send<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  return chromium.wireTo(sessionId);
}

type Said = { type: string; args: { value?: unknown; description?: string }[] };
type Entry = { entry: { level: string; text: string } };
type Thrown = { exceptionDetails: { text: string; exception?: { description?: string } } };

function listen(wire: Wire): string[] {
  const complaints: string[] = [];
  wire.on<Said>("Runtime.consoleAPICalled", ({ type, args }) => {
    if (type !== "error" && type !== "warning") return;
    complaints.push(args.map(({ value, description }) => value ?? description).join(" "));
  });
  wire.on<Thrown>("Runtime.exceptionThrown", ({ exceptionDetails: { text, exception } }) => {
    complaints.push(exception?.description ?? text);
  });
  wire.on<Entry>("Log.entryAdded", ({ entry: { level, text } }) => {
    if (level === "error" || level === "warning") complaints.push(text);
  });
  return complaints;
}

async function setUp(wire: Wire, scripts: boolean): Promise<void> {
  await wire.send("Page.enable");
  await wire.send("Runtime.enable");
  await wire.send("Log.enable");
  const metrics = { ...phone, deviceScaleFactor: 1, mobile: true };
  await wire.send("Emulation.setDeviceMetricsOverride", metrics);
  await wire.send("Emulation.setScriptExecutionDisabled", { value: !scripts });
}

/** Navigates and, like WebDriver, waits until the new document is read. */
async function navigate(wire: Wire, command: string, params: object): Promise<void> {
  await wire.send(command, params);
  await until("the page to be read", () =>
    evaluate<true | undefined>(wire, "return document.readyState !== 'loading' || undefined", []),
  );
}

type History = { currentIndex: number; entries: { id: number }[] };

async function goBack(wire: Wire): Promise<void> {
  const { currentIndex, entries } = await wire.send<History>("Page.getNavigationHistory");
  const entryId = entries[currentIndex - 1]?.id;
  await navigate(wire, "Page.navigateToHistoryEntry", { entryId });
}

type Evaluated<Result> = { result: { value: Result } } & Partial<Thrown>;

async function evaluate<Result>(wire: Wire, body: string, args: readonly unknown[]) {
  const expression = `(function () { ${body} }).apply(null, ${JSON.stringify(args)})`;
  const asked = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await wire.send<Evaluated<Result>>(
    "Runtime.evaluate",
    asked,
  );
  if (exceptionDetails)
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

async function press(wire: Wire, point: { x: number; y: number }): Promise<void> {
  const button = { ...point, button: "left", clickCount: 1 };
  await wire.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...point });
  await wire.send("Input.dispatchMouseEvent", { type: "mousePressed", ...button });
  await wire.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...button });
}

async function pressKey(wire: Wire, key: object): Promise<void> {
  await wire.send("Input.dispatchKeyEvent", { type: "keyDown", ...key });
  await wire.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
}
