import { expect } from "@playwright/test";
import {
  consentBox,
  openLanding,
  openLeadPopup,
  pageForm,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { showRefusal, showThanks } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { violationsOn } from "#tests/support/looks/axe.ts";

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
