import { expect } from "@playwright/test";
import { openLanding } from "#tests/support/browser/landing.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import {
  consentBox,
  openLeadPopup,
  pageForm,
  submitButton,
} from "#tests/support/browser/page-parts.ts";
import {
  refusalComplaints,
  showRefusal,
  showSuccess,
} from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { axeViolations } from "#tests/support/looks/axe.ts";

for (const [width, height] of [
  [360, 640],
  [1280, 800],
] as const) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });

    test("axe finds nothing in the popup", async ({ page }) => {
      await openLanding(page);
      await openLeadPopup(page);
      expect(await axeViolations(page)).toEqual([]);
    });

    test("axe finds nothing in the popup with an error and a wrong field", async ({
      page,
      pageConsole,
    }) => {
      pageConsole.expectComplaints(refusalComplaints);
      await openLanding(page);
      await showRefusal(page);
      expect(await axeViolations(page)).toEqual([]);
    });

    test("axe finds nothing in the thanks", async ({ page }) => {
      await openLanding(page);
      await showSuccess(page);
      expect(await axeViolations(page)).toEqual([]);
    });

    test("axe finds nothing with a toast on the page", async ({ page }) => {
      await openLanding(page);
      await fillIn(pageForm(page), visitor());
      await submitButton(pageForm(page)).click();
      await expect(consentBox(page)).toBeFocused();
      expect(await axeViolations(page)).toEqual([]);
    });
  });
}
