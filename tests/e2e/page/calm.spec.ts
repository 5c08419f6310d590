import { expect, type Page } from "@playwright/test";
import {
  openBeforeScript,
  openLanding,
  reloadLanding,
  waitForScript,
} from "#tests/support/browser/open-landing.ts";
import { otherPagesComplaints, otherPaths } from "#tests/support/browser/other-pages.ts";
import { calmBox, calmSwitch } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";

test("the calm mode is quiet, moves nothing, and is remembered", async ({ page }) => {
  await recordLayoutShifts(page);
  await openLanding(page);
  const before = await page.getByRole("main").allInnerTexts();
  await expect(calmBox(page)).not.toBeChecked();
  await expect(ornaments(page)).toHaveCount(2);
  const note = page.getByText(words.header.calmNote, { exact: true });
  await expect(note).toBeHidden();
  await calmSwitch(page).click();
  await expect(note).toBeInViewport({ ratio: 1 });
  await expect(ornaments(page)).toHaveCount(0);
  expect(await page.getByRole("main").allInnerTexts()).toEqual(before);
  const { carousel } = words.testimonials;
  const strip = page.getByRole("region", { name: carousel, exact: true }).getByRole("list");
  await expect(strip).toHaveCSS("scroll-behavior", "auto");
  expect(await layoutShifts(page)).toEqual([]);
  await reloadLanding(page);
  await expect(calmBox(page)).toBeChecked();
  await expect(ornaments(page)).toHaveCount(0);
  expect(await layoutShifts(page)).toEqual([]);
  await calmSwitch(page).click();
  await expect(ornaments(page)).toHaveCount(2);
  await reloadLanding(page);
  await expect(calmBox(page)).not.toBeChecked();
});

test("the calm mode holds on every other page too, until it is switched off", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(otherPagesComplaints);
  await page.goto(words.paths.received);
  await expect(ornaments(page)).toHaveCount(1);
  await openCalmLanding(page);
  for (const address of otherPaths) {
    await page.goto(address);
    await expect(page.locator("html[data-calm]"), address).toBeAttached();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(ornaments(page), address).toHaveCount(0);
  }
  await page.goto("/");
  await expect(calmBox(page)).toBeChecked();
  await waitForScript(page);
  await calmSwitch(page).click();
  await page.goto(words.paths.received);
  await expect(page.locator("html")).not.toHaveAttribute("data-calm");
  await expect(ornaments(page)).toHaveCount(1);
});

test("the calm mode is there before the page's script, which keeps what was switched", async ({
  page,
  context,
}) => {
  await openCalmLanding(page);
  const later = await context.newPage();
  const loadScript = await openBeforeScript(later);
  await expect(calmBox(later)).toBeChecked();
  await expect(ornaments(later)).toHaveCount(0);
  await calmSwitch(later).click();
  await expect(ornaments(later)).toHaveCount(2);
  await loadScript();
  await expect(calmBox(later)).not.toBeChecked();
  await reloadLanding(later);
  await expect(calmBox(later)).not.toBeChecked();
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the calm mode works for the page that is open", async ({ page }) => {
    await page.goto("/");
    await calmSwitch(page).click();
    await expect(calmBox(page)).toBeChecked();
    await expect(ornaments(page)).toHaveCount(0);
  });
});

async function openCalmLanding(page: Page): Promise<void> {
  await openLanding(page);
  await calmSwitch(page).click();
}

/**
 * The visible drawings outside links and buttons, which a test cannot find by role, because screen readers skip them.
 */
function ornaments(page: Page) {
  return page.locator("svg:not(a *, button *)").filter({ visible: true });
}
