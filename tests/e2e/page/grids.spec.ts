import { expect } from "@playwright/test";
import { waitForSections } from "#tests/support/browser/open-landing.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { gridHoles } from "#tests/support/looks/grid-holes.ts";

const widths = [360, 768, 1280, 1920];
const grids = [
  ".courses__grid",
  ".bonuses__cards",
  ".bonuses__items",
  ".audience__groups",
  ".price-staircase__steps",
  ".difference__summary",
];
const oneToSixteen = Array.from({ length: 16 }, (_, index) => index + 1);

for (const width of widths) {
  test(`at ${width} px no grid has a hole, whether it has 1 item or 16`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    await waitForSections(page);
    for (const grid of grids) expect.soft(await gridHoles(page, grid, oneToSixteen)).toEqual([]);
    // One lesson alone keeps the width of half a row, because its poster is no wider.
    const lessons = oneToSixteen.slice(width < 768 ? 0 : 1);
    expect(await gridHoles(page, ".lessons__list", lessons)).toEqual([]);
  });
}
