import { expect, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { eachField } from "#lead/lead.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import {
  openBeforeHydration,
  openBeforeScript,
  openLanding,
  reloadLanding,
} from "#tests/support/browser/open-landing.ts";
import {
  calmBox,
  closeButton,
  consentBox,
  field,
  leadPopup,
  lesson,
  openLeadPopup,
  pageForm,
  popupHeading,
  questions,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { sendFromPopup } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

test.use({ popupOpensByItself: true });

const delayMs = launch.popupDelaySeconds * 1_000;
/** In milliseconds, longer than any delay after which the popup opens by itself. */
const longAfterMs = 60_000;

test("the popup opens by itself once in each visit, after its delay", async ({ page, context }) => {
  await openBeforeHydration(page);
  await page.clock.runFor(delayMs - 1);
  await expect(leadPopup(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(leadPopup(page)).toBeVisible();
  const heading = popupHeading(leadPopup(page));
  await expect(heading).toBeFocused();
  await expect(heading).toHaveCSS("outline-style", "none");
  await page.keyboard.press("Tab");
  await expect(closeButton(leadPopup(page))).toBeFocused();

  await closeButton(leadPopup(page)).click();
  await expectToStayAway(page);
  await reloadLanding(page);
  await expectToStayAway(page);

  const nextVisit = await context.newPage();
  await openBeforeHydration(nextVisit);
  await test.step("a tab in the background waits until it is seen", async () => {
    await setHidden(nextVisit, true);
    await expectToStayAway(nextVisit);
    await setHidden(nextVisit, false);
    await nextVisit.clock.runFor(1_000);
    await expect(leadPopup(nextVisit)).toBeVisible();
  });
});

/** Makes the page believe that its tab is in the background: a test browser shows all its tabs. */
function setHidden(page: Page, isHidden: boolean): Promise<unknown> {
  return page.evaluate(
    `Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true })`,
  );
}

test("in a tab that was first seen 20 s after it loaded, the delay begins then", async ({
  page,
}) => {
  await page.addInitScript("globalThis.seenAfterMs = 20_000");
  const loadScript = await openBeforeScript(page);
  await loadScript();
  await page.clock.runFor(delayMs - 1);
  await expect(leadPopup(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(leadPopup(page)).toBeVisible();
});

test("opened by hand the popup does not open by itself, nor after a reload", async ({
  page,
  context,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await page.keyboard.press("Escape");
  await expectToStayAway(page);
  await reloadLanding(page);
  await expectToStayAway(page);
  await test.step("after a sign-up it stays away in a later visit too", async () => {
    await sendFromPopup(page, visitor());
    await expect(successPopup(page)).toBeVisible();
    await expect(popup).toBeHidden();
    const nextVisit = await context.newPage();
    await openBeforeHydration(nextVisit);
    await expectToStayAway(nextVisit);
  });
});

test("in calm mode the popup stays away, in a later visit too", async ({ page, context }) => {
  await openBeforeHydration(page);
  await calmBox(page).check();
  await expectToStayAway(page);
  const nextVisit = await context.newPage();
  await openBeforeHydration(nextVisit);
  await expectToStayAway(nextVisit);
});

test("the popup waits while the visitor does something else", async ({
  page,
  requestsElsewhere,
}) => {
  const [{ question, answer }] = words.faq.questions;
  const [{ title }] = words.lessons.lessons;
  const form = pageForm(page);
  await openLanding(page);

  await test.step("reads another dialog", async () => {
    await page.locator("body").evaluate((body) => {
      const other = body.ownerDocument.createElement("dialog");
      other.textContent = "Another dialog";
      body.append(other);
      other.showModal();
    });
    await expectToStayAway(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("presses something, and the press does what it was for", async () => {
    await questions(page).getByText(question).hover();
    await page.mouse.down();
    await expectToStayAway(page);
    await page.mouse.up();
    await expect(questions(page).getByText(answer)).toBeVisible();
  });
  await test.step("watches: the popup waits while a video plays", async () => {
    await lesson(page, title).click();
    const player = page.getByTitle(title, { exact: true });
    await expect(player).toBeVisible();
    await expect.poll(() => requestsElsewhere).toHaveLength(1);
    await expectToStayAway(page);
    await player.evaluate((frame) => frame.remove());
  });
  await test.step("is in a field", async () => {
    await field(form, "name").focus();
    await expectToStayAway(page);
  });
  await test.step("is between the fields and the consent", async () => {
    await fillIn(form, visitor());
    await consentBox(page).check();
    await expectToStayAway(page);
    // Removes the focus from the check box, as Safari does when a visitor presses a check box or a button.
    await consentBox(page).blur();
    await expectToStayAway(page);
  });
  await test.step("does nothing else any more", async () => {
    await fillIn(
      form,
      eachField(() => ""),
    );
    await field(form, "whatsapp").blur();
    await page.clock.runFor(1_000);
    await expect(leadPopup(page)).toBeVisible();
  });
});

async function expectToStayAway(page: Page): Promise<void> {
  await page.clock.fastForward(longAfterMs);
  await expect(leadPopup(page)).toBeHidden();
}
