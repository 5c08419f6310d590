import { chromium } from "@playwright/test";
import { findOldChromium } from "#tests/all/programs.ts";
import { systemFontsConfig, usualSystem } from "#tests/support/machine/system-fonts.ts";
import { type Browser, phone } from "./browser.ts";

const args = [
  // Pages can reach only this machine.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
  // Without it this Chromium ignores presses before the first frame of a page.
  "--allow-pre-commit-input",
];

/** Controls an old Chromium by Playwright, which promises only to know the newest one, but needs no more for these journeys. */
export async function openOldChromium(): Promise<Browser> {
  const executablePath = await findOldChromium();
  if (executablePath === undefined) throw new Error("@sparticuz/chromium is missing.");
  // A machine without any font ends its pages.
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
    // A text runs whatever the policy of the page says, and a function of Node would be none there.
    evaluate: (body, ...given) =>
      page.evaluate(`(function () { ${body} }).apply(null, ${JSON.stringify(given)})`),
    press: ({ x, y }) => page.mouse.click(x, y),
    pressEscape: () => page.keyboard.press("Escape"),
    type: (text) => page.keyboard.insertText(text),
    takeComplaints: async () => complaints.splice(0),
    close: () => browser.close(),
  };
}
