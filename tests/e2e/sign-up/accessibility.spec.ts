import { expect, type Page } from "@playwright/test";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { phases } from "#content/phases.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  consentBox,
  consentToast,
  field,
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
import { notice, paragraph, quoted, words } from "#tests/support/browser/words.ts";
import { expectGoodLooks } from "#tests/support/looks/check-looks.ts";

const content = { messages, phases };
const { hero, paths } = words;
const { fieldProblems, form, success, toasts } = words.messages;
const { name, email, whatsapp } = form;
const whenClass = paragraph(content.phases.status.before, "      ");
const doorsOpen = paragraph(content.phases.enterLater, "      ");
const correction = form.emailSuggestion.replace("{email}", "ana@gmail.com");

// The whole popup is in view, so that each of its texts is painted.
test.use({ viewport: { width: 360, height: 900 } });

test("the popup has a name and good looks, and each of its fields too", async ({ page }) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await expect(popup).toMatchAriaSnapshot(`
    - dialog ${quoted(form.title)}:
      - heading ${quoted(form.title)} [level=2]
      - button ${quoted(form.close)}
      ${whenClass}
      - paragraph: ${quoted(form.intro)}
      - text: ${quoted(name.label)}
      - textbox ${quoted(name.label)}:
        - /placeholder: ${quoted(name.placeholder)}
      - text: ${quoted(email.label)}
      - textbox ${quoted(email.label)}:
        - /placeholder: ${quoted(email.placeholder)}
      - status
      - text: ${quoted(whatsapp.label)}
      - textbox ${quoted(whatsapp.label)}:
        - /placeholder: ${quoted(whatsapp.placeholder)}
      - status
      - alert
      - button ${quoted(form.submit)}
      - paragraph: ${quoted(form.notPurchase)}
      - paragraph:
        - text: ${quoted(notice)}
        - link ${quoted(form.policy)}
  `);
  await expectGoodLooks(page);
  await test.step("also when a field says what its number seems to lack", async () => {
    await field(popup, "whatsapp").fill("1198765");
    await field(popup, "whatsapp").blur();
    await expect(popup.getByRole("status").getByText(form.whatsappHints.digits)).toBeVisible();
    await expectGoodLooks(page);
  });
});

test("the popup announces an error and a wrong field, not the page behind it", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(refusalComplaints);
  await openLanding(page);
  expect(await accessibleNames(page)).toContain(hero.headline);
  await expect(await showRefusal(page)).toMatchAriaSnapshot(`
    - dialog ${quoted(form.title)}:
      - textbox ${quoted(email.label)}: ana@gmial.com
      - status:
        - paragraph:
          - text: ${quoted(form.emailSuggestionIntro)}
          - button ${quoted(correction)}
      - text: ${quoted(whatsapp.label)}
      - textbox ${quoted(whatsapp.label)} [invalid]
      - paragraph: ${quoted(fieldProblems.whatsapp.required)}
      - alert:
        - paragraph: ${quoted(toasts.sendFailed.title)}
        - paragraph: ${quoted(toasts.sendFailed.text)}
        - button ${quoted(toasts.close)}
      - button ${quoted(form.submit)}
  `);
  const names = await accessibleNames(page);
  expect(names).toContain(toasts.sendFailed.text);
  expect(names).toContain(toasts.close);
  expect(names).not.toContain(hero.headline);
  await expectGoodLooks(page);
});

test("the success popup has a name, and its links say where they lead", async ({ page }) => {
  await openLanding(page);
  await expect(await showSuccess(page)).toMatchAriaSnapshot(`
    - dialog ${quoted(success.title)}:
      - heading ${quoted(success.title)} [level=2]
      - button ${quoted(success.close)}
      ${whenClass}
      ${doorsOpen}
      - link ${quoted(success.group)}:
        - /url: ${ownAddress(paths.group)}
      - paragraph: ${quoted(success.groupNote)}
      ${paragraph(content.messages.success.voucherText, "      ")}
      - link ${quoted(success.voucher)}:
        - /url: ${links.checkout}
      - paragraph:
        - text: ${quoted(success.calendar)}
        - link ${quoted(success.calendarFile)}:
          - /url: ${calendarFilePath}
        - text: ·
        - link ${quoted(success.googleCalendar)}
  `);
  await expectGoodLooks(page);
});

test("the toast about the consent has good looks", async ({ page }) => {
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await submitButton(pageForm(page)).click();
  await expect(consentToast(page)).toBeVisible();
  await expect(consentBox(page)).toBeFocused();
  await expectGoodLooks(page);
});

/** An address of the site, which may name the person who has signed up. */
function ownAddress(path: string): RegExp {
  return new RegExp(`^${path}(\\?|$)`);
}

/** The names that the browser itself passes on to a screen reader. Inert elements are not among them. */
async function accessibleNames(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send("Accessibility.getFullAXTree");
  return nodes.flatMap(({ ignored, name }) => (ignored || !name ? [] : [String(name.value)]));
}
