import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFirefox } from "#tests/all/programs.ts";
import { startGroup } from "#tests/support/machine/process-group.ts";
import { type Browser, phone } from "./browser.ts";
import { connectMarionette, type Marionette } from "./marionette.ts";
import { browserStartLimitMs, until } from "./until.ts";
import { type Command, overWebDriver, type Send } from "./webdriver.ts";

/** With these settings pages can reach only this machine, and Firefox sends no requests of its own. */
const settings = {
  "marionette.port": 0,
  "intl.accept_languages": "pt-BR, pt",
  "network.proxy.type": 1,
  "network.proxy.http": "127.0.0.1",
  "network.proxy.http_port": 9,
  "network.proxy.ssl": "127.0.0.1",
  "network.proxy.ssl_port": 9,
  "network.proxy.no_proxies_on": "localhost, 127.0.0.1",
  "app.normandy.enabled": false,
  "app.update.enabled": false,
  "browser.aboutwelcome.enabled": false,
  "browser.dom.window.dump.enabled": true,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  "devtools.console.stdout.content": true,
  "messaging-system.rsexperimentloader.enabled": false,
  "termsofuse.bypassNotification": true,
  // With this setting the scroll bar takes no width, as on a phone.
  "ui.useOverlayScrollbars": 1,
};

const flags = ["--headless", "--marionette", "-remote-allow-system-access", "--no-remote"];

/** A page's complaint begins with a quote or a bracket. Firefox's own complaints begin with the name of a part of Firefox. */
const complaint = /^console\.(?:error|warn): ["(]/;

/** Controls Firefox by its own protocol, Marionette. Debian has no geckodriver, which would only forward the commands. */
export async function openFirefox(): Promise<Browser> {
  const profile = await makeProfile();
  const args = [...flags, "--profile", profile, "about:blank"];
  const firefox = startGroup((await findFirefox()) ?? "firefox", args, { HOME: profile });
  const close = async () => {
    await firefox.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const marionette = await connectMarionette(await portOf(profile));
    await startSession(marionette);
    return {
      ...overWebDriver(sendTo(marionette)),
      takeComplaints: async () => [
        ...firefox.lines.splice(0).filter((line) => complaint.test(line)),
        ...(await takeErrors(marionette)),
      ],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function makeProfile(): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), "black-ahsd-firefox-"));
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, "user.js"), lines.join(""));
  return profile;
}

function portOf(profile: string): Promise<number> {
  const file = join(profile, "MarionetteActivePort");
  const read = async () => Number(await readFile(file, "utf8")) || undefined;
  return until("Firefox's port", read, browserStartLimitMs);
}

/** The session uses the load strategy "eager": a late dynamic import delays the load event, and every journey would wait for it. */
async function startSession(marionette: Marionette): Promise<void> {
  const { send } = marionette;
  await send("WebDriver:NewSession", { pageLoadStrategy: "eager" });
  await send("WebDriver:SetWindowRect", { width: phone.width + 200, height: phone.height + 200 });
  await inFirefoxItself(marionette, narrow, phone.width, phone.height);
}

/** Makes the page as narrow as on a phone, because the window of a desktop browser cannot be so narrow. */
const narrow = `
  const [width, height] = arguments;
  for (const [side, px] of Object.entries({ width, height }))
    for (const limit of ["", "min-", "max-"])
      gBrowser.selectedBrowser.style.setProperty(limit + side, px + "px", "important");`;

function sendTo(marionette: Marionette): Send {
  return async <Result>(command: Command, params?: object) => {
    const { value } = await marionette.send<{ value: Result }>(`WebDriver:${command}`, params);
    return value;
  };
}

/** Returns errors that Firefox does not print: uncaught exceptions, and what the content security policy blocked. */
function takeErrors(marionette: Marionette): Promise<string[]> {
  return inFirefoxItself(marionette, errorsOfPages);
}

const errorsOfPages = `
  const errors = Services.console.getMessageArray().filter((message) =>
    message instanceof Ci.nsIScriptError && !(message.flags & Ci.nsIScriptError.warningFlag) &&
    /^http:/.test(message.sourceName));
  Services.console.reset();
  return errors.map(({ errorMessage, sourceName }) => errorMessage + " in " + sourceName);`;

/** Runs a script with the rights of the browser, not with those of a page. */
async function inFirefoxItself<Result>(
  { send }: Marionette,
  script: string,
  ...args: readonly unknown[]
): Promise<Result> {
  await send("Marionette:SetContext", { value: "chrome" });
  try {
    const { value } = await send<{ value: Result }>("WebDriver:ExecuteScript", { script, args });
    return value;
  } finally {
    await send("Marionette:SetContext", { value: "content" });
  }
}
