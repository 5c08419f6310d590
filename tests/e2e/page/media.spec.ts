import { expect, type Page } from "@playwright/test";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { calmSwitch, floatingCall } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { lowContrastTexts } from "#tests/support/looks/contrast.ts";
import { clippedTexts, textLines } from "#tests/support/looks/page-texts.ts";
import { setReaderStyle } from "#tests/support/looks/reader-style.ts";
import { invisibleTargets } from "#tests/support/looks/touch-targets.ts";

const { faq, testimonials } = words;
const { position, pictures } = testimonials;
const firstPosition = position.replace("{number}", "1").replace("{count}", String(pictures.length));

test("on paper the page is dark on light and complete, with every answer", async ({ page }) => {
  await openLanding(page);
  const before = await page.getByRole("main").allInnerTexts();
  await page.mouse.wheel(0, 1000);
  await expect(floatingCall(page)).toBeInViewport({ ratio: 1 });
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 718, height: 1047 });
  for (const { answer } of faq.questions) await expect(page.getByText(answer)).toBeVisible();
  const printed = (await page.getByRole("main").allInnerTexts()).join("\n");
  for (const line of before.join("\n").split("\n").filter(isOnPaper))
    expect.soft(printed).toContain(line);
  expect(await lowContrastTexts(page)).toEqual([]);
  expect(clippedTexts(await textLines(page))).toEqual([]);
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await test.step("controls that work only on a screen are left out", async () => {
    await expect(floatingCall(page)).toBeHidden();
    await expect(calmSwitch(page)).toBeHidden();
    await expect(page.getByRole("button", { name: testimonials.next, exact: true })).toBeHidden();
  });
});

test("in forced colours every control, a hidden price and the calm mode can be seen", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.setViewportSize({ width: 360, height: 900 });
  await openLanding(page);
  expect(await invisibleTargets(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await invisibleTargets(page)).toEqual([]);
  await test.step("the calm switch looks different when it is on", async () => {
    const calm = calmSwitch(page);
    const off = await calm.screenshot();
    await calm.click();
    await page.mouse.move(0, 0);
    expect((await calm.screenshot()).equals(off)).toBe(false);
  });
  await test.step("the hidden price has a visible frame", async () => {
    const bar = page.locator(".hidden-price__bar").first();
    const framed = await bar.screenshot();
    await setReaderStyle(page, ".hidden-price__bar { outline: none !important; }");
    expect((await bar.screenshot()).equals(framed)).toBe(false);
  });
});

test("with reduced motion nothing is animated, and nothing is lost", async ({ page }) => {
  await openLanding(page);
  const before = await page.getByRole("main").allInnerTexts();
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await page.getByRole("main").allInnerTexts()).toEqual(before);
  expect(await invisibleTargets(page)).toEqual([]);
  expect(await smoothlyScrolled(page)).toBe(0);
  expect(
    await page.locator("html").evaluate((html) => html.ownerDocument.getAnimations().length),
  ).toBe(0);
});

/** The position in the carousel is not printed, because all nine testimonials are. */
function isOnPaper(line: string): boolean {
  return line !== "" && line !== firstPosition;
}

function smoothlyScrolled(page: Page): Promise<number> {
  return page.locator("*").evaluateAll(
    (all) =>
      all.filter((one) => {
        const view = one.ownerDocument.defaultView;
        return view.getComputedStyle(one).scrollBehavior === "smooth";
      }).length,
  );
}
