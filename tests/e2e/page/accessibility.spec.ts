import { expect, type Page } from "@playwright/test";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { otherPagesComplaints, otherPaths } from "#tests/support/browser/other-pages.ts";
import { serveInPhase } from "#tests/support/browser/page-in-phase.ts";
import { calmSwitch, heroCall, lesson, questions } from "#tests/support/browser/page-parts.ts";
import { expectSteps, savedSignUp, saveSignUp } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { axeViolations } from "#tests/support/looks/axe.ts";
import { lowContrastTexts } from "#tests/support/looks/contrast.ts";

const { faq, header, lessons } = words;

const states = [
  { name: "at first", reach: async (_: Page) => {} },
  {
    name: "with an answer open",
    reach: (page: Page) =>
      questions(page)
        .getByText(faq.questions.at(-1)?.question ?? "")
        .click(),
  },
  {
    name: "with a lesson playing",
    reach: (page: Page) => lesson(page, lessons.lessons.at(-1)?.title ?? "").click(),
  },
  { name: "in calm mode", reach: (page: Page) => calmSwitch(page).click() },
];

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const { name, reach } of states) {
      test(`axe finds no problem on the landing page ${name}`, async ({ page }) => {
        await openLanding(page);
        await reach(page);
        expect(await axeViolations(page)).toEqual([]);
      });
    }

    for (const phase of ["before", "live"] as const)
      test(`axe finds no problem on the landing page in the phase ${phase} when a visitor who has signed up comes back, and every text has enough contrast`, async ({
        page,
      }) => {
        await saveSignUp(page);
        await serveInPhase(page, phase);
        await openLanding(page);
        await expectSteps(page, savedSignUp.group);
        expect(await axeViolations(page)).toEqual([]);
        expect(await lowContrastTexts(page)).toEqual([]);
      });

    test("axe finds no problem on the other pages", async ({ page, pageConsole }) => {
      pageConsole.allow(otherPagesComplaints);
      for (const path of otherPaths) {
        await page.goto(path);
        expect(await axeViolations(page), path).toEqual([]);
      }
    });

    test("axe finds no problem on the pages for a crash, for a refused sign-up and for the groups", async ({
      page,
    }) => {
      for (const file of ["500.html", "422.html", "grupo/index.html", "grupo/outro/index.html"]) {
        await page.route("/", (route) => route.fulfill({ path: `dist/${file}` }));
        await page.goto("/");
        expect(await axeViolations(page), file).toEqual([]);
      }
    });

    test("every text of the landing page has enough contrast", async ({ page }) => {
      await openLanding(page);
      expect(await lowContrastTexts(page)).toEqual([]);
    });
  });
}

test("axe finds no problem on the landing page before any script has loaded", async ({ page }) => {
  await page.route("**/assets/*.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.goto("/");
  expect(await axeViolations(page)).toEqual([]);
});

test("a visitor with a keyboard can skip to the content", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: header.skip });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(heroCall(page)).toBeFocused();
});

test("the page has each of its landmarks once", async ({ page }) => {
  await page.goto("/");
  for (const role of ["banner", "main", "contentinfo", "navigation"] as const)
    await expect(page.getByRole(role)).toHaveCount(1);
});
