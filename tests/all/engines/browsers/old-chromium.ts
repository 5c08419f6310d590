import { chromium } from "@playwright/test";
import { findOldChromium } from "#tests/all/programs.ts";
import { systemFontsConfig, usualSystem } from "#tests/support/machine/system-fonts.ts";
import { type Browser, phone } from "./browser.ts";

const args = [
  // With this flag pages can reach only this machine.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
  // Without this flag the old Chromium ignores presses before the first frame of a page.
  "--allow-pre-commit-input",
];

/** Controls an old Chromium with Playwright. Playwright supports only the newest one, but works well enough for these journeys. */
export async function openOldChromium(): Promise<Browser> {
  const executablePath = await findOldChromium();
  if (executablePath === undefined) throw new Error("@sparticuz/chromium is missing.");
  // Without any font on the machine, the pages of the old Chromium crash.
  const env = { ...process.env, FONTCONFIG_FILE: systemFontsConfig(usualSystem) };
  const browser = await chromium.launch({ executablePath, args, env });
  const page = await browser.newPage({
    viewport: phone,
    isMobile: true,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
  });
  const complaints: string[] = [];
  page.on("pageerror", (error) => void complaints.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return {
    go: async (url) => void (await page.goto(url, { waitUntil: "domcontentloaded" })),
    back: async () => void (await page.goBack({ waitUntil: "domcontentloaded" })),
    // The script is a text, because a text runs under any policy of the page, and a function of Node does not exist in
    // the page.
    evaluate: (body, ...given) =>
      page.evaluate(`(function () { ${body} }).apply(null, ${JSON.stringify(given)})`),
    press: ({ x, y }) => page.mouse.click(x, y),
    pressEscape: () => page.keyboard.press("Escape"),
    type: (text) => page.keyboard.insertText(text),
    takeComplaints: async () => complaints.splice(0),
    close: () => browser.close(),
  };
}
