import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, type Page } from "@playwright/test";
import { test as guarded } from "#tests/support/browser/guarded-test.ts";
import { printedAddress } from "#tests/support/built/printed-address.ts";
import { expectGoodLooks, expectToFit } from "#tests/support/looks/check-looks.ts";
import { lowContrastTexts } from "#tests/support/looks/contrast.ts";
import { setReaderStyle } from "#tests/support/looks/reader-style.ts";
import { expectWholeWords } from "#tests/support/looks/torn-words.ts";

/** The names of `serve-states.ts`, which Playwright cannot read, because it cannot read styles. */
const states = ["busy", "trouble", "entry", "link", "confirmation"];

const loadedFonts = `document.fonts.ready.then((fonts) =>
  [...fonts].filter(({ status }) => status === "loaded").map(({ family }) => family))`;
const doubleSize = "html { font-size: 200% !important; }";

/** Every state of the panel is a page: `/busy`, `/trouble` and the other names. */
const test = guarded.extend<object, { statesUrl: string }>({
  statesUrl: [
    async ({ browserName: _ }, use) => {
      const file = "tests/support/panel/run-with-styles.mjs";
      const program = spawn(process.execPath, [file]);
      const ended = once(program, "exit");
      await use(await printedAddress(program));
      program.stdin.end();
      await ended;
    },
    { scope: "worker" },
  ],
  baseURL: ({ statesUrl }, use) => use(statesUrl),
});

test.describe("on a phone", () => {
  const phone = { width: 360, height: 740 };
  test.use({ viewport: phone });

  test("every state can be read and used, also with text of double size", async ({ page }) => {
    for (const state of states)
      await test.step(state, async () => {
        await open(page, state);
        await expectGoodLooks(page, state);
        // The fonts must come under the policy of the panel.
        if (state === "busy") {
          const fonts = await page.evaluate<string[]>(loadedFonts);
          expect(fonts).toEqual(expect.arrayContaining(["Atkinson", "Besley"]));
        }
        await setReaderStyle(page, doubleSize);
        await expectToFit(page, `${state} with text of double size`);
        await expectWholeWords(page, state);
        await page.setViewportSize(phone);
      });
  });
});

test("the busiest panel fits every larger screen, with its hours as a table", async ({ page }) => {
  await open(page, "busy");
  for (const width of [768, 1920, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
  }
  await expectGoodLooks(page, "busy");
  await expect(page.locator(".large-numbers strong").first()).toHaveCSS("font-weight", "560");
  // A screen reader finds every bar as numbers.
  await page.locator("summary").last().click();
  await expect(page.getByRole("table").nth(0).getByRole("row")).toHaveCount(25);
});

test("on paper the panel is dark on white, without buttons and forms", async ({ page }) => {
  await page.emulateMedia({ media: "print" });
  await open(page, "confirmation");
  await expect(page.locator("form")).toBeHidden();
  await open(page, "busy");
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("heading").first()).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.getByRole("button")).toHaveCount(0);
  expect(await lowContrastTexts(page)).toEqual([]);
});

async function open(page: Page, state: string): Promise<void> {
  const answer = await page.goto(`/${state}`);
  expect(answer?.status(), state).toBe(200);
  // A font that comes between two looks would move the letters.
  await page.evaluate("document.fonts.ready.then(() => undefined)");
}
