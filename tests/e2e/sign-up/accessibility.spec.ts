import { expect, type Page } from "@playwright/test";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { phases } from "#content/phases.ts";
import { success as written } from "#content/success.ts";
import { calendarFilePath } from "#event/calendar.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  closeButton,
  consentToast,
  field,
  heroCall,
  leadPopup,
  openLeadPopup,
  pageForm,
  popupHeading,
  signedUpToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { refusalComplaints, showRefusal } from "#tests/support/browser/popup-states.ts";
import { firstScreen, groupLink, inviteAgain } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { notice, paragraph, quoted, words } from "#tests/support/browser/words.ts";
import { expectGoodLooks } from "#tests/support/looks/check-looks.ts";

const { hero, paths, success } = words;
const { fieldProblems, form, toasts } = words.messages;
const { name, email, whatsapp } = form;
const whenClass = paragraph(phases.status.before, "      ");
const doorsOpen = paragraph(phases.enterLater, "      ");
const correction = form.emailSuggestion.replace("{email}", "ana@gmail.com");

// The window shows the whole popup, so that each of its texts is painted.
test.use({ viewport: { width: 360, height: 900 } });

test("the popup and each of its fields have a name and good looks, in each state", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(refusalComplaints);
  await openLanding(page);
  expect(await accessibleNames(page)).toContain(hero.headline);
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
  await field(popup, "whatsapp").fill("1198765");
  await field(popup, "whatsapp").blur();
  await expect(popup.getByRole("status").getByText(form.whatsappHints.digits)).toBeVisible();
  await expectGoodLooks(page);
  await page.keyboard.press("Escape");

  await test.step("it announces an error and a wrong field, not the page behind it", async () => {
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
});

/** A pattern for an address of the site, with or without a query that names the person who has signed up. */
function ownAddress(path: string): RegExp {
  return new RegExp(`^${path}(\\?|$)`);
}

/** The names that the browser itself gives to a screen reader, without inert elements. */
async function accessibleNames(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send("Accessibility.getFullAXTree");
  return nodes.flatMap(({ ignored, name }) => (ignored || !name ? [] : [String(name.value)]));
}

test("with the keyboard alone a visitor signs up, reaches each next step, ticks the box, and closes the toast", async ({
  page,
  site,
}) => {
  const ana = visitor();
  await openLanding(page);
  const call = heroCall(page);
  await tabTo(page, words.hero.cta);
  await expect(call).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(popupHeading(leadPopup(page))).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(closeButton(leadPopup(page))).toBeFocused();
  for (const answer of [ana.name, ana.email, ana.whatsapp]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(answer);
  }
  await page.keyboard.press("Tab");
  await expect(submitButton(leadPopup(page))).toBeFocused();
  await page.keyboard.press("Space");

  await expect(popupHeading(successPopup(page))).toBeFocused();
  await test.step("the success popup has a name, and its links say where they lead", async () => {
    await expect(successPopup(page)).toMatchAriaSnapshot(`
    - dialog ${quoted(success.title)}:
      - heading ${quoted(success.title)} [level=2]
      - button ${quoted(success.close)}
      ${whenClass}
      ${doorsOpen}
      - link ${quoted(success.group)}:
        - /url: ${ownAddress(paths.group)}
      - paragraph: ${quoted(success.groupNote)}
      ${paragraph(written.voucherText, "      ")}
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
  await page.keyboard.press("Tab");
  await expect(closeButton(successPopup(page))).toBeFocused();
  const { group, calendarFile, googleCalendar, voucher } = success;
  for (const name of [group, voucher, calendarFile, googleCalendar]) {
    await page.keyboard.press("Tab");
    await expect(successPopup(page).getByRole("link", { name })).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(groupLink(firstScreen(page))).toBeFocused();
  expect(site.submissions()).toContainEqual(ana);

  await inviteAgain(page);
  await field(pageForm(page), "name").focus();
  await page.keyboard.type(ana.name);
  for (const answer of [ana.email, ana.whatsapp]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(answer);
  }
  await page.keyboard.press("Enter");
  await expect(consentToast(page)).toBeVisible();
  await page.keyboard.press("Space");
  await expect(consentToast(page)).toBeHidden();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  if (launch.inPageFormSends) {
    const { title } = success;
    await expect(page.getByRole("group", { name: title, exact: true })).toBeFocused();
    return;
  }
  await expect(signedUpToast(page)).toBeVisible();

  await tabTo(page, toasts.close);
  await page.keyboard.press("Enter");
  await expect(signedUpToast(page)).toBeHidden();
  // The focus is back on the last link of the page, from which Tab led to the toast.
  await expect(page.getByRole("link", { name: words.terms.title, exact: true })).toBeFocused();
});

/** Presses Tab until the button with that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole("button", { name, exact: true }).and(page.locator(":focus"));
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    if ((await wanted.count()) > 0) return;
  }
  throw new Error(`30 presses of Tab did not lead to "${name}".`);
}
