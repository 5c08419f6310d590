import { expect } from "@playwright/test";
import { openLanding, reloadLanding } from "#tests/support/browser/open-landing.ts";
import { calmBox, calmSwitch } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";

for (const width of [360, 1280]) {
  test(`nothing moves when the calm mode is chosen, and in the next visit, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await recordLayoutShifts(page);
    await openLanding(page);
    await calmSwitch(page).click();
    expect(await layoutShifts(page)).toEqual([]);
    await reloadLanding(page);
    await expect(calmBox(page)).toBeChecked();
    expect(await layoutShifts(page)).toEqual([]);
  });
}
