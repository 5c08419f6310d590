import { findOldChromium } from "#tests/all/programs.ts";
import { type Chromium, type DevTools, startChromium } from "#tests/support/machine/chromium.ts";
import { type Browser, type BrowserOptions, phone } from "./browser.ts";
import { until } from "./until.ts";

/** The flags of the old Chromium. The first one lets pages reach only this machine. */
const flags = [
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
  "--hide-scrollbars",
  // This flag is needed because Chromium otherwise ignores presses before the first frame of a page.
  "--allow-pre-commit-input",
  "--lang=pt-BR",
];

/** Controls an old Chromium by its DevTools protocol, because Playwright does not support an old Chromium. */
export async function openOldChromium({ scripts }: BrowserOptions): Promise<Browser> {
  const path = await findOldChromium();
  if (path === undefined) throw new Error("@sparticuz/chromium is missing: npm ci installs it.");
  const chromium = await startChromium(path, flags);
  const devTools = await openPage(chromium);
  const complaints = listen(devTools);
  await setUp(devTools, scripts);
  const { product } = await chromium.send<{ product: string }>("Browser.getVersion");
  return {
    version: product,
    go: (url) => navigate(devTools, "Page.navigate", { url }),
    back: () => goBack(devTools),
    evaluate: (body, ...args) => evaluate(devTools, body, args),
    press: (point) => press(devTools, point),
    pressEscape: () =>
      pressKey(devTools, { key: "Escape", code: "Escape", windowsVirtualKeyCode: 27 }),
    type: (text) => devTools.send("Input.insertText", { text }),
    takeComplaints: async () => complaints.splice(0),
    close: () => chromium.close(),
  };
}

async function openPage(chromium: Chromium): Promise<DevTools> {
  const { targetId } = await chromium.send<{ targetId: string }>("Target.createTarget", {
    url: "about:blank",
  });
  const { sessionId } = await chromium.send<{ sessionId: string }>("Target.attachToTarget", {
    targetId,
    flatten: true,
  });
  return chromium.devToolsFor(sessionId);
}

type ConsoleCall = { type: string; args: { value?: unknown; description?: string }[] };
type Entry = { entry: { level: string; text: string } };
type Thrown = { exceptionDetails: { text: string; exception?: { description?: string } } };

function listen(devTools: DevTools): string[] {
  const complaints: string[] = [];
  devTools.on<ConsoleCall>("Runtime.consoleAPICalled", ({ type, args }) => {
    if (type !== "error" && type !== "warning") return;
    complaints.push(args.map(({ value, description }) => value ?? description).join(" "));
  });
  devTools.on<Thrown>("Runtime.exceptionThrown", ({ exceptionDetails: { text, exception } }) => {
    complaints.push(exception?.description ?? text);
  });
  devTools.on<Entry>("Log.entryAdded", ({ entry: { level, text } }) => {
    if (level === "error" || level === "warning") complaints.push(text);
  });
  return complaints;
}

async function setUp(devTools: DevTools, scripts: boolean): Promise<void> {
  await devTools.send("Page.enable");
  await devTools.send("Runtime.enable");
  await devTools.send("Log.enable");
  const metrics = { ...phone, deviceScaleFactor: 1, mobile: true };
  await devTools.send("Emulation.setDeviceMetricsOverride", metrics);
  await devTools.send("Emulation.setScriptExecutionDisabled", { value: !scripts });
}

/** Navigates, and like WebDriver waits until the new document is parsed. */
async function navigate(devTools: DevTools, command: string, params: object): Promise<void> {
  await devTools.send(command, params);
  await until("the page to be parsed", () =>
    evaluate<true | undefined>(
      devTools,
      "return document.readyState !== 'loading' || undefined",
      [],
    ),
  );
}

type History = { currentIndex: number; entries: { id: number }[] };

async function goBack(devTools: DevTools): Promise<void> {
  const { currentIndex, entries } = await devTools.send<History>("Page.getNavigationHistory");
  const entryId = entries[currentIndex - 1]?.id;
  await navigate(devTools, "Page.navigateToHistoryEntry", { entryId });
}

type Evaluated<Result> = { result: { value: Result } } & Partial<Thrown>;

async function evaluate<Result>(devTools: DevTools, body: string, args: readonly unknown[]) {
  const expression = `(function () { ${body} }).apply(null, ${JSON.stringify(args)})`;
  const params = { expression, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await devTools.send<Evaluated<Result>>(
    "Runtime.evaluate",
    params,
  );
  if (exceptionDetails)
    throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

async function press(devTools: DevTools, point: { x: number; y: number }): Promise<void> {
  const button = { ...point, button: "left", clickCount: 1 };
  await devTools.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...point });
  await devTools.send("Input.dispatchMouseEvent", { type: "mousePressed", ...button });
  await devTools.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...button });
}

async function pressKey(devTools: DevTools, key: object): Promise<void> {
  await devTools.send("Input.dispatchKeyEvent", { type: "keyDown", ...key });
  await devTools.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
}
