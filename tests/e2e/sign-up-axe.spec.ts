import { expect } from "@playwright/test";
import { violationsOn } from "#tests/support/axe.ts";
import { consentBox, openLanding, openLeadPopup, pageForm } from "#tests/support/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/lead-form.ts";
import { showRefusal, showThanks } from "#tests/support/popup-states.ts";
import { test } from "#tests/support/site-test.ts";

for (const [width, height] of [
  [360, 640],
  [1280, 800],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test("axe finds nothing in the popup", async ({ page }) => {
      await openLanding(page);
      await openLeadPopup(page);
      expect(await violationsOn(page)).toEqual([]);
    });

    test("axe finds nothing in the popup with an error and a wrong field", async ({
      page,
      complaints,
    }) => {
      await openLanding(page);
      await showRefusal(page);
      expect(await violationsOn(page)).toEqual([]);
      complaints.length = 0;
    });

    test("axe finds nothing in the thanks", async ({ page }) => {
      await openLanding(page);
      await showThanks(page);
      expect(await violationsOn(page)).toEqual([]);
    });

    test("axe finds nothing with a toast on the page", async ({ page }) => {
      await openLanding(page);
      await fillIn(pageForm(page), visitor());
      await submitButton(pageForm(page)).click();
      await expect(consentBox(page)).toBeFocused();
      expect(await violationsOn(page)).toEqual([]);
    });
  });
}
