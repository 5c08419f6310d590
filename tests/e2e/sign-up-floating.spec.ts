import { expect, type Page } from "@playwright/test";
import {
  calls,
  openLanding,
  pageForm,
  reloadLanding,
  scrollPage,
} from "#tests/support/browser/landing.ts";
import { test } from "#tests/support/browser/site-test.ts";

test("the floating call is hidden at 300 px of scroll, shown at 301, and hidden again at 300", async ({
  page,
}) => {
  await openLanding(page);
  const floating = page.getByRole("button", { name: calls.floating });
  await expect(floating).toBeHidden();
  await scrollPage(page, 300);
  await expect(floating).toBeHidden();
  await scrollPage(page, 301);
  await expect(floating).toBeVisible();
  await scrollPage(page, 300);
  await expect(floating).toBeHidden();
});

test("dismissed, it stays away for the visit, also after a reload, and is back on the next", async ({
  page,
  context,
}) => {
  await openLanding(page);
  const floating = page.getByRole("button", { name: calls.floating });
  await scrollPage(page, 1_000);
  await page.getByRole("button", { name: "Fechar este botão" }).click();
  await expect(floating).toBeHidden();
  await scrollPage(page, 0);
  await scrollPage(page, 1_500);
  await expect(floating).toBeHidden();

  await reloadLanding(page);
  await page.clock.runFor(50);
  await scrollPage(page, 1_000);
  await expect(floating).toBeHidden();

  const nextVisit = await context.newPage();
  await openLanding(nextVisit);
  await scrollPage(nextVisit, 1_000);
  await expect(nextVisit.getByRole("button", { name: calls.floating })).toBeVisible();
});

for (const [width, height] of [
  [360, 640],
  [1280, 800],
] as const)
  test(`at ${width}×${height} it stands at the bottom centre, and off the form and the footer`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openLanding(page);
    const floating = page.getByRole("button", { name: calls.floating });
    await scrollPage(page, 1_000);
    await expect(floating).toBeVisible();
    const box = await floating.boundingBox();
    if (!box) throw new Error("the floating call has no box");
    expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThanOrEqual(1);
    expect(height - box.y - box.height).toBeLessThanOrEqual(24);
    expect(box.x).toBeGreaterThanOrEqual(8);
    const close = await page.getByRole("button", { name: "Fechar este botão" }).boundingBox();
    expect(Math.min(close?.width ?? 0, close?.height ?? 0)).toBeGreaterThanOrEqual(44);

    await pageForm(page).getByLabel("WhatsApp (com DDD)").scrollIntoViewIfNeeded();
    await expect(floating).toBeHidden();
    await page.getByRole("contentinfo").getByRole("link", { name: "Termos de Uso" }).hover();
    await expect(floating).toBeHidden();
    await scrollPage(page, 1_000);
    await expect(floating).toBeVisible();
  });

test("it never lies over what holds the focus", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openLanding(page);
  await scrollPage(page, 1_000);
  const floating = page.getByRole("button", { name: calls.floating });
  await expect(floating).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    expect(await coveredFocus(page)).toBe("");
  }
});

test("it does not open a popup of its own, and goes on working after one", async ({ page }) => {
  await openLanding(page);
  await scrollPage(page, 1_000);
  const floating = page.getByRole("button", { name: calls.floating });
  for (let times = 0; times < 2; times += 1) {
    await floating.click();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

/** The text of what holds the focus, if the bar lies over any of it. */
function coveredFocus(page: Page): Promise<string> {
  return page.locator("body").evaluate(async (body, label) => {
    const { ownerDocument, parentElement } = body;
    const { IntersectionObserver } = ownerDocument.defaultView;
    // By then the bar has made up its mind.
    await new Promise((resolve) => new IntersectionObserver(resolve).observe(parentElement));
    const buttons = [...body.querySelectorAll("button")];
    const bar = buttons.find(({ textContent }) => textContent === label)?.parentElement;
    const focused = ownerDocument.activeElement;
    if (bar.hidden || focused === body || bar.contains(focused)) return "";
    const [over, under] = [bar.getBoundingClientRect(), focused.getBoundingClientRect()];
    const beside = over.left >= under.right || over.right <= under.left;
    const clear = over.top >= under.bottom || over.bottom <= under.top;
    return beside || clear ? "" : focused.textContent;
  }, calls.floating);
}
