import { expect } from "@playwright/test";
import { hideAndShow, leave, openCounted } from "#tests/support/browser/counted-visit.ts";
import { openBeforeScript, openLanding } from "#tests/support/browser/open-landing.ts";
import { closeButton, field, leadPopup, openLeadPopup } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/recorded-test.ts";

const view = { "view none": 1 };

test("a popup that opens by itself, and again by a press, counts as opened once", async ({
  page,
  steps,
}) => {
  await openLanding(page);
  await page.clock.runFor(5_000);
  await closeButton(leadPopup(page)).click();
  await openLeadPopup(page);
  await leave(page);
  await expect.poll(steps).toEqual({ ...view, "popup-opened popup": 1 });
});

test("a popup that was opened before the script came counts as opened, once", async ({
  page,
  steps,
}) => {
  const load = await openBeforeScript(page);
  const popup = await openLeadPopup(page);
  await load();
  await page.clock.runFor(5_000);
  await closeButton(popup).click();
  await openLeadPopup(page);
  await leave(page);
  await expect.poll(steps).toEqual({ ...view, "popup-opened popup": 1 });
});

test("a switch to another tab and back reports nothing twice", async ({
  page,
  steps,
  recorder,
}) => {
  await openCounted(page, steps);
  await field(await openLeadPopup(page), "name").fill("Ana");
  for (const _ of [1, 2]) await hideAndShow(page);
  await expect.poll(steps).toEqual({ ...view, "popup-opened popup": 1, "form-begun popup": 1 });
  await leave(page);
  expect(recorder.reports).toHaveLength(2);
});
