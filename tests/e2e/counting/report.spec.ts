import { expect } from "@playwright/test";
import { hideAndShow, leave, openCounted } from "#tests/support/browser/counted-visit.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { hydrateByUse, pointAtForm } from "#tests/support/browser/open-landing.ts";
import { field, openLeadPopup } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/recorded-test.ts";
import { words } from "#tests/support/browser/words.ts";

test("the view is reported after the load event, also of a page in use", async ({
  page,
  recorder,
  steps,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/late.png", (route) => released.then(() => route.fulfill({ status: 204 })));
  // A page that waits for a picture is not loaded yet.
  await page.addInitScript({ content: 'new Image().src = "/late.png"' });
  await page.goto("/", { waitUntil: "commit" });
  await hydrateByUse(page);
  expect(recorder.reports).toEqual([]);
  release();
  await expect.poll(steps).toEqual({ "view none": 1 });
});

test("a report names a source from the list, and nothing that was typed or in a link", async ({
  page,
  recorder,
  steps,
  pageConsole,
}) => {
  pageConsole.allow(/canary/);
  const canary = "canary/assets/canary.js";
  const link = `/?utm_source=IG&utm_campaign=${canary}&utm_content=${canary}#${canary}`;
  await openCounted(page, steps, link);
  const typed = { name: canary, email: "canary@example.com", whatsapp: "11 98765-4321" };
  await fillIn(await openLeadPopup(page), typed);
  await page.evaluate(`setTimeout(() => { throw new RangeError("canary of a visitor"); })`);
  await page.evaluate(`void Promise.reject("canary@example.com")`);
  await expect.poll(pageConsole.complaints).toHaveLength(2);
  await leave(page);
  await expect.poll(() => recorder.reports).toHaveLength(2);
  expect(recorder.reports.map(({ source }) => source)).toEqual(["instagram", "instagram"]);
  expect(recorder.reports[1]?.device).toBe("desktop");
  expect(recorder.reports[1]?.errors).toEqual([
    ["RangeError", "other"],
    ["other", "other"],
  ]);
  expect(JSON.stringify(recorder.reports)).not.toMatch(/canary|98765/);
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("a visit from an unknown place is reported as another source, without its name", async ({
    page,
    recorder,
    steps,
  }) => {
    await openCounted(page, steps, "/?utm_source=Ana+Lima");
    expect(recorder.reports).toEqual([
      { source: "other", device: "phone", steps: [["view", "none", 1]], vitals: [], errors: [] },
    ]);
  });
});

test("a part that breaks is reported with the class of its error and its script", async ({
  page,
  recorder,
  steps,
  pageConsole,
}) => {
  pageConsole.allow(/AbortController/);
  await page.addInitScript("delete globalThis.AbortController");
  await page.goto("/");
  await pointAtForm(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    words.messages.unexpectedError.title,
  );
  await expect.poll(() => steps()["view none"]).toBe(1);
  await leave(page);
  await expect.poll(() => steps()["error-shown none"]).toBeGreaterThan(0);
  const errors = recorder.reports.flatMap((report) => report.errors);
  expect(errors.map(([errorClass]) => errorClass)).toContain("ReferenceError");
  expect(errors.map(([, file]) => file)).toContainEqual(expect.stringMatching(/^islands-.*\.js$/));
});

test("steps and vitals are reported once, when the visitor leaves the tab or the page", async ({
  page,
  recorder,
  steps,
}) => {
  await openCounted(page, steps);
  expect(recorder.reports[0]?.vitals).toEqual([]);
  await field(await openLeadPopup(page), "name").fill("Ana");
  for (const _ of [1, 2]) await hideAndShow(page);
  const reported = { "view none": 1, "popup-opened popup": 1, "form-begun popup": 1 };
  await expect.poll(steps).toEqual(reported);
  const vitals = recorder.reports[1]?.vitals.map(([vital]) => vital);
  // A browser measures a press only with a later frame, so this report may be without it.
  expect(vitals).toEqual(expect.arrayContaining(["cls", "lcp"]));
  await leave(page);
  // A report of the visit that has ended would come before that of the next one.
  await page.goto("/");
  await expect.poll(steps).toEqual({ ...reported, "view none": 2 });
  expect(recorder.reports.slice(2).flatMap((report) => report.vitals)).toEqual([]);
});
