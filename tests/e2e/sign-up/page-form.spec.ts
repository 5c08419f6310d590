import { expect } from "@playwright/test";
import { leadFields } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  consentBox,
  consentToast,
  field,
  pageForm,
  submitButton,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { messages } = words;
const { toasts } = messages;
const longAfterMs = 60_000;

test("the page's form has the three fields and an unticked consent", async ({ page }) => {
  await openLanding(page);
  const form = pageForm(page);
  for (const name of leadFields) {
    const input = field(form, name);
    const { placeholder } = messages.form[name];
    await expect(input).toHaveAttribute("placeholder", placeholder);
    await expect(input).toHaveAttribute("required");
  }
  await expect(consentBox(page)).not.toBeChecked();
});

test("without the tick a toast asks for it, the focus goes to the box, and nothing is sent", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  await fillIn(pageForm(page), ana);
  await submitButton(pageForm(page)).click();
  const alert = page.getByRole("alert");
  await expect(consentToast(page)).toBeVisible();
  await expect(alert.getByText(toasts.consentMissing.text, { exact: true })).toBeVisible();
  await expect(consentBox(page)).toBeFocused();
  await expect(consentBox(page)).toBeInViewport();
  expect(await consentBox(page).evaluate((box) => box.matches(":focus-visible"))).toBe(true);
  await expect(field(pageForm(page), "name")).toHaveValue(ana.name);
  await page.clock.runFor(longAfterMs);
  await expect(consentToast(page)).toBeVisible();
  expect(requests).toEqual([]);
});

test("the page asks for a missing field before it asks for the tick", async ({ page }) => {
  await openLanding(page);
  await fillIn(pageForm(page), visitor({ email: "ana@" }));
  await submitButton(pageForm(page)).click();
  await expect(field(pageForm(page), "email")).toBeFocused();
  await expect(pageForm(page).getByText(messages.fieldProblems.email.invalid)).toBeVisible();
  await expect(page.getByRole("alert")).toBeEmpty();
});

test("the tick is not remembered in the next visit", async ({ page, context }) => {
  await openLanding(page);
  await consentBox(page).check();
  const nextVisit = await context.newPage();
  await openLanding(nextVisit);
  await expect(consentBox(nextVisit)).not.toBeChecked();
});
