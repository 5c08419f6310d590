import { expect } from "@playwright/test";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { otherPagesComplaints, otherPaths } from "#tests/support/browser/other-pages.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import {
  calmSwitch,
  floatingCall,
  heroCall,
  lesson,
  questions,
} from "#tests/support/browser/page-parts.ts";
import { expectSteps, savedSignUp, saveSignUp } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { axeViolations } from "#tests/support/looks/axe.ts";
import { expectGoodLooks } from "#tests/support/looks/check-looks.ts";

const { faq, header, lessons } = words;
const phone = { width: 360, height: 900 };
const desktop = { width: 1280, height: 900 };

/** Pages that the server sends only in a special case, or only a static host: each is shown here at the address `/`. */
const specialPages = ["500.html", "422.html", "grupo/index.html", "grupo/outro/index.html"];

test("the landing page looks good on a phone in each of its states", async ({ page }) => {
  await page.setViewportSize(phone);
  await openLanding(page);
  await test.step("at first", () => expectGoodLooks(page));
  await test.step("with an answer open and the floating button", async () => {
    await questions(page)
      .getByText(faq.questions.at(-1)?.question ?? "")
      .click();
    await expect(questions(page).getByText(faq.questions.at(-1)?.answer ?? "")).toBeVisible();
    await page.mouse.wheel(0, -1200);
    await expect(floatingCall(page)).toBeInViewport({ ratio: 1 });
    await expectGoodLooks(page);
  });
  await test.step("with a lesson playing, in calm mode", async () => {
    const title = lessons.lessons.at(-1)?.title ?? "";
    await lesson(page, title).click();
    await expect(page.getByTitle(title, { exact: true })).toBeFocused();
    await calmSwitch(page).click();
    await expectGoodLooks(page);
  });
});

test("the landing page looks good on a desktop", async ({ page }) => {
  await page.setViewportSize(desktop);
  await openLanding(page);
  await expectGoodLooks(page);
});

for (const phase of ["before", "live"] as const)
  test(`in the phase ${phase} the page looks good to a visitor who has signed up`, async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await saveSignUp(page);
    await serveInPhase(page, phase);
    await openLanding(page);
    await expectSteps(page, savedSignUp.group);
    await expectGoodLooks(page);
    // The next steps have a layout of their own there.
    await test.step("on a desktop too", async () => {
      await page.setViewportSize(desktop);
      await expectGoodLooks(page);
    });
  });

test("every other page looks good on a phone", async ({ page, pageConsole }) => {
  pageConsole.allow(otherPagesComplaints);
  await page.setViewportSize(phone);
  for (const path of otherPaths) {
    await page.goto(path);
    await expectGoodLooks(page, path);
  }
});

test("the pages for special cases look good on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  for (const file of specialPages) {
    await page.route("/", (route) => route.fulfill({ path: `dist/${file}` }));
    await page.goto("/");
    await expectGoodLooks(page, file);
    if (file.startsWith("grupo"))
      await expect(page.locator(".button")).toBeInViewport({ ratio: 1 });
  }
});

test("axe finds no problem on the landing page before any script has loaded", async ({ page }) => {
  await page.route("**/assets/*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.goto("/");
  expect(await axeViolations(page)).toEqual([]);
});

test("a visitor with a keyboard can skip to the content, and each landmark is there once", async ({
  page,
}) => {
  await page.goto("/");
  for (const role of ["banner", "main", "contentinfo", "navigation"] as const)
    await expect(page.getByRole(role)).toHaveCount(1);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: header.skip });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(heroCall(page)).toBeFocused();
});
