import { expect, type Locator } from "@playwright/test";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  consentBox,
  field,
  openLeadPopup,
  pageForm,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { inviteAgain } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { form } = words.messages;

test("a correction is offered for a typing error in the e-mail's domain, and one press makes it", async ({
  page,
}) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const email = field(popup, "email");
  await email.fill("ana.silva@gmial.com");
  await email.press("Tab");
  await expect(popup.getByText(form.emailSuggestionIntro)).toBeVisible();
  await suggestion(popup, "ana.silva@gmail.com").click();
  await expect(email).toHaveValue("ana.silva@gmail.com");
  await expect(email).toBeFocused();
  await expect(popup.getByText(form.emailSuggestionIntro)).toBeHidden();
});

test("the first press on the button sends the address as it was typed, although a correction is offered", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor({ email: "ana@gmial.com" });
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, { ...ana, email: "" });
  await field(popup, "email").pressSequentially(ana.email);
  await submitButton(popup).hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(successPopup(page)).toBeVisible();
  expect(requests[0]?.postDataJSON()).toStrictEqual(ana);

  await page.keyboard.press("Escape");
  await inviteAgain(page);
  await openLeadPopup(page);
  await expect(popup.getByText(form.emailSuggestionIntro)).toBeHidden();
});

test("the first press ticks the box, although a correction is offered", async ({ page }) => {
  await openLanding(page);
  const box = consentBox(page);
  await field(pageForm(page), "email").pressSequentially("ana@gmial.com");
  await box.hover();
  await page.mouse.down();
  await page.mouse.up();
  await expect(box).toBeChecked();
  await expect(suggestion(pageForm(page), "ana@gmail.com")).toBeVisible();
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

  test("the first tap on the button sends the form, although a correction appears under it", async ({
    page,
  }) => {
    await answerLeads(page);
    await openLanding(page);
    const popup = await openLeadPopup(page);
    await fillIn(popup, visitor({ email: "" }));
    await field(popup, "email").pressSequentially("ana@gmial.com");
    await submitButton(popup).tap();
    await expect(successPopup(page)).toBeVisible();
  });
});

test("the correction of a long address fits on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await field(popup, "email").fill("maria.aparecida.dos.santos.de.oliveira@gmial.com");
  await field(popup, "whatsapp").focus();
  await expect(
    suggestion(popup, "maria.aparecida.dos.santos.de.oliveira@gmail.com"),
  ).toBeInViewport({ ratio: 1 });
  expect(await popup.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
});

test("no correction is offered for a correct address", async ({ page }) => {
  await openLanding(page);
  const popup = await openLeadPopup(page);
  const email = field(popup, "email");
  for (const address of ["ana@gmail.com", "ana@uol.com.br", "ana@escola.edu.br", "ana"]) {
    await email.fill(address);
    await email.press("Tab");
    await expect(popup.getByText(form.emailSuggestionIntro)).toBeHidden();
    await expect(popup.getByRole("button", { name: "@" })).toBeHidden();
  }
});

/** The button by which a visitor accepts the corrected e-mail address. */
function suggestion(place: Locator, email: string): Locator {
  return place.getByRole("button", {
    name: form.emailSuggestion.replace("{email}", email),
    exact: true,
  });
}
