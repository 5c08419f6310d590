import { expect, type Page } from "@playwright/test";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  consentBox,
  consentToast,
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

/** The sizes of the window. In a low window the popup itself scrolls. */
const sizes = [
  { width: 360, height: 640 },
  { width: 360, height: 900 },
  { width: 1280, height: 800 },
  { width: 1280, height: 900 },
];

const states = [
  { name: "in the popup", reach: (page: Page) => openLeadPopup(page) },
  {
    name: "in the popup with invalid fields",
    reach: async (page: Page) => submitButton(await openLeadPopup(page)).click(),
  },
  { name: "in the success popup", reach: (page: Page) => showSuccess(page) },
  {
    name: "with a toast on the page",
    reach: async (page: Page) => {
      await fillIn(pageForm(page), visitor());
      await submitButton(pageForm(page)).click();
      await expect(consentToast(page)).toBeVisible();
      await expect(consentBox(page)).toBeFocused();
    },
  },
];

for (const { width, height } of sizes) {
  test.describe(`at ${width}×${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const { name, reach } of states) {
      test(`axe finds no problem ${name}`, async ({ page }) => {
        await openLanding(page);
        await reach(page);
        expect(await axeViolations(page)).toEqual([]);
      });
    }

    test("axe finds no problem in the popup with an error and a wrong field", async ({
      page,
      pageConsole,
    }) => {
      pageConsole.allow(refusalComplaints);
      await openLanding(page);
      await showRefusal(page);
      expect(await axeViolations(page)).toEqual([]);
    });
  });
}
