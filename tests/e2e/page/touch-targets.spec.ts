import { expect } from "@playwright/test";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { otherPagesComplaints, otherPaths } from "#tests/support/browser/other-pages.ts";
import { floatingCall, openLeadPopup, questions } from "#tests/support/browser/page-parts.ts";
import { expectSteps, savedSignUp, saveSignUp } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";
import { smallTargets } from "#tests/support/looks/touch-targets.ts";

const [firstQuestion, , , lastQuestion = firstQuestion] = words.faq.questions;

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("every button, link and field of the landing page is at least 44 px wide and high", async ({
      page,
    }) => {
      await openLanding(page);
      await questions(page).getByText(lastQuestion.question).click();
      await page.mouse.wheel(0, -1200);
      await expect(floatingCall(page)).toBeVisible();
      expect(await smallTargets(page)).toEqual([]);
      await openLeadPopup(page);
      expect(await smallTargets(page)).toEqual([]);
    });

    test("every link that comes after a sign-up is at least 44 px wide and high", async ({
      page,
    }) => {
      await saveSignUp(page);
      await openLanding(page);
      await expectSteps(page, savedSignUp.group);
      expect(await smallTargets(page)).toEqual([]);
    });

    test("every button and link of the other pages is at least 44 px wide and high", async ({
      page,
      pageConsole,
    }) => {
      pageConsole.allow(otherPagesComplaints);
      for (const path of otherPaths) {
        await page.goto(path);
        expect(await smallTargets(page), path).toEqual([]);
      }
    });
  });
}
