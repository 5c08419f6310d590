import { expect, type Page } from "@playwright/test";
import { openLanding, reloadLanding, scrollPage } from "#tests/support/browser/open-landing.ts";
import {
  closeFloatingCall,
  field,
  floatingCall,
  pageForm,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

test("the floating call is shown from 301 px on, but over nothing that is in use", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openLanding(page);
  const floating = floatingCall(page);
  await expect(floating).toBeHidden();
  await scrollPage(page, 301);
  await expect(floating).toBeVisible();
  await scrollPage(page, 300);
  await expect(floating).toBeHidden();
  await test.step("on a wide screen it lies beside the button of every section", async () => {
    await scrollPage(page, 1_000);
    const bar = await page.locator(".floating-cta").boundingBox();
    const buttons = page
      .getByRole("main")
      .locator(".button:not(.hero *, form *)")
      .filter({ visible: true });
    const ends = await buttons.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().right),
    );
    expect(ends.length).toBeGreaterThan(0);
    expect(Math.max(...ends)).toBeLessThan(bar?.x ?? 0);
  });

  for (const [width, height] of [
    [1280, 800],
    [360, 640],
  ] as const)
    await test.step(`at ${width}×${height}`, async () => {
      await page.setViewportSize({ width, height });
      await scrollPage(page, 1_000);
      await expect(floating).toBeInViewport({ ratio: 1 });
      await field(pageForm(page), "whatsapp").scrollIntoViewIfNeeded();
      await expect(floating).toBeHidden();
      await scrollPage(page, 1_000);
      await expect(floating).toBeVisible();
      const { terms } = words;
      const footer = page.getByRole("contentinfo");
      await footer.getByRole("link", { name: terms.title, exact: true }).scrollIntoViewIfNeeded();
      await expect(floating).toBeHidden();
    });

  await test.step("it never covers the element with the focus", async () => {
    await scrollPage(page, 1_000);
    await expect(floating).toBeVisible();
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await coveredFocus(page)).toBe("");
    }
  });
  await test.step("a press on a text focuses the whole page, and hides nothing", async () => {
    await page.getByRole("heading", { name: words.audience.title, exact: true }).click();
    await scrollPage(page, 2_000);
    await expect(page.getByRole("main")).toBeFocused();
    await expect(floating).toBeVisible();
  });
});

test("a floating call that is closed by keyboard leaves the focus where the visitor reads", async ({
  page,
  context,
}) => {
  await openLanding(page);
  const floating = floatingCall(page);
  await scrollPage(page, 1_000);
  await closeFloatingCall(page).press("Enter");
  await expect(floating).toBeHidden();
  const focused = page.locator("main section:focus");
  await expect(focused).toBeInViewport();
  expect(await page.evaluate("scrollY")).toBe(1_000);
  await page.keyboard.press("Tab");
  await expect(page.locator("main section:focus, main section :focus")).toBeInViewport();

  await test.step("and stays hidden until the next visit", async () => {
    await scrollPage(page, 0);
    await scrollPage(page, 1_500);
    await expect(floating).toBeHidden();
    await reloadLanding(page);
    await scrollPage(page, 1_000);
    await expect(floating).toBeHidden();

    const nextVisit = await context.newPage();
    await openLanding(nextVisit);
    await scrollPage(nextVisit, 1_000);
    await expect(floatingCall(nextVisit)).toBeVisible();
  });
});

/** The text of the focused element, if the bar of the floating button covers a part of it. */
function coveredFocus(page: Page): Promise<string> {
  return page.locator("body").evaluate(async (body, label) => {
    const { ownerDocument, parentElement } = body;
    const { IntersectionObserver } = ownerDocument.defaultView;
    // Wait for an observer of the test: the page's observer changes the bar of the floating button before it.
    await new Promise((resolve) => new IntersectionObserver(resolve).observe(parentElement));
    const buttons = [...body.querySelectorAll("button")];
    const bar = buttons.find((one) => one.getAttribute("aria-label") === label)?.parentElement;
    const focused = ownerDocument.activeElement;
    if (bar.hidden || focused === body || bar.contains(focused)) return "";
    const [over, under] = [bar.getBoundingClientRect(), focused.getBoundingClientRect()];
    const beside = over.left >= under.right || over.right <= under.left;
    const clear = over.top >= under.bottom || over.bottom <= under.top;
    return beside || clear ? "" : focused.textContent;
  }, words.floating.close);
}
