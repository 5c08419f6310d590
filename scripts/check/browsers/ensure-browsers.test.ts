import { expect, test, vi } from "vitest";
import { answers, ensureWith, fails } from "#tests/support/machine/fake-commands.ts";

const everything =
  "chromium webkit2gtk-driver python3-gi gir1.2-webkit2-4.1 gir1.2-gtk-3.0 xvfb firefox-esr";
// The tests have a long time limit, because each test starts a dozen processes, one after the other.
vi.setConfig({ testTimeout: 120_000 });

/** A fake apt-get that writes down its calls, and puts the command of each installed package onto the PATH. */
const aptGet = `echo "apt-get $*" >> calls
[ "$1" = install ] || exit 0
for name in "$@"; do
  case $name in
    chromium) command=chromium ;;
    webkit2gtk-driver) command=WebKitWebDriver ;;
    gir1.2-webkit2-4.1) command=python3 ;;
    xvfb) command=Xvfb ;;
    firefox-esr) command=firefox-esr ;;
    *) continue ;;
  esac
  /bin/ln -s "$PWD/answers" "bin/$command"
done`;

const playwright = `import { mkdirSync, writeFileSync, appendFileSync } from "node:fs";
import { dirname } from "node:path";
appendFileSync("calls", "playwright " + process.argv.slice(2).join(" ") + "\\n");
const { chromium } = await import(process.env.PLAYWRIGHT);
mkdirSync(dirname(chromium.executablePath()), { recursive: true });
writeFileSync(chromium.executablePath(), "");`;

const root = { id: "echo 0", "apt-get": aptGet, "apt-cache": answers };
const user = { ...root, id: "echo 1000" };

test("root installs every missing package in one call, and the packages are named", async () => {
  const { browsers, calls, printed } = await ensureWith(root);
  expect(calls.filter((call) => call.startsWith("apt-get install"))).toEqual([
    `apt-get install -y --no-install-recommends ${everything}`,
  ]);
  expect(printed).toContain(`Installing ${everything.replaceAll(" ", ", ")} for the journeys`);
  expect(browsers).toEqual({
    chromium: { path: expect.stringMatching(/\/bin\/chromium$/) },
    engines: ["webkit", "firefox", "chromium-109"],
    missing: [],
  });
});

test("the end of the wait for apt-get is printed, also when apt-get knows no package", async () => {
  const end = (outcome: string) =>
    new RegExp(`^Installing .+ for the journeys .+ …\\.* ${outcome} \\(\\d+\\.\\d s\\)\\n`);
  expect((await ensureWith(root)).printed).toMatch(end("done"));
  expect((await ensureWith({ ...root, "apt-cache": fails })).printed).toMatch(end("failed"));
});

test("a user whose sudo asks for no password installs the same", async () => {
  const sudo = 'echo "sudo $*" >> calls; shift; exec "$@"';
  const { browsers, calls } = await ensureWith({ ...user, sudo, true: answers });
  expect(calls).toContain(`apt-get install -y --no-install-recommends ${everything}`);
  expect(calls.filter((call) => call.startsWith("sudo"))).toHaveLength(3);
  expect(browsers.missing).toEqual([]);
});

test("without root Chromium comes from Playwright, and for each engine a line says what to install", async () => {
  const { browsers, calls } = await ensureWith({ ...user, sudo: fails }, playwright);
  expect(calls).toEqual(["playwright install chromium"]);
  expect(browsers.chromium).toEqual({ path: expect.stringContaining("/fetched/") });
  expect(browsers.engines).toEqual(["chromium-109"]);
  expect(browsers.missing).toEqual([
    "WebKitGTK is missing, so its journeys do not run. On Debian: sudo apt-get install webkit2gtk-driver python3-gi gir1.2-webkit2-4.1 gir1.2-gtk-3.0 xvfb",
    "Firefox is missing, so its journeys do not run. On Debian: sudo apt-get install firefox-esr",
  ]);
});

test("a system without apt-get gets Chromium from Playwright", async () => {
  const { browsers } = await ensureWith({ id: "echo 0" }, playwright);
  expect(browsers.chromium).toEqual({ path: expect.stringContaining("/fetched/") });
  expect(browsers.missing).toHaveLength(2);
});

test("a package that the system does not know does not stop the others from being installed", async () => {
  const known = '[ "$2" != firefox-esr ]';
  const { browsers, calls } = await ensureWith({ ...root, "apt-cache": known });
  expect(calls.at(-1)).toBe(
    `apt-get install -y --no-install-recommends ${everything.replace(" firefox-esr", "")}`,
  );
  expect(browsers.engines).toEqual(["webkit", "chromium-109"]);
});

test("when apt-get and Playwright fail, the message quotes both and says what to do", async () => {
  const failing = { ...root, "apt-get": '[ "$1" = install ] && echo no disk && exit 100; exit 0' };
  const { browsers } = await ensureWith(failing, 'console.log("no network"); process.exit(1)');
  expect(browsers.chromium).toEqual({
    problem:
      "no disk\nno network\nNo Chromium here, and none could be installed. Install one (on Debian: sudo apt-get install chromium), or set CHROMIUM_PATH to one.",
  });
});

test("a CHROMIUM_PATH that does not answer is reported, and no other Chromium is installed", async () => {
  const { browsers, calls } = await ensureWith(root, playwright, { CHROMIUM_PATH: "/nowhere" });
  expect(browsers.chromium).toEqual({
    problem: "CHROMIUM_PATH is /nowhere, and nothing there answers --version.",
  });
  expect(calls.join()).not.toContain("playwright");
});

test("a Python without WebKitGTK's libraries does not hide another Python that has them", async () => {
  const commands = { ...root, WebKitWebDriver: answers, Xvfb: answers, python3: fails };
  const { browsers } = await ensureWith(commands, playwright, {}, { python3: answers });
  expect(browsers.engines).toContain("webkit");
});

test("apt-get is not called when all browsers are installed", async () => {
  const here = ["chromium", "WebKitWebDriver", "python3", "Xvfb", "firefox"];
  const commands = { ...root, ...Object.fromEntries(here.map((name) => [name, answers])) };
  const { browsers, calls, printed } = await ensureWith(commands);
  expect(calls).toEqual([]);
  expect(printed).toBe("");
  expect(browsers.missing).toEqual([]);
});
