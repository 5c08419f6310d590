import { expect, type Page } from "@playwright/test";
import type { Lead } from "#lead/lead.ts";
import { expectAnswers, fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads, contextOf } from "#tests/support/browser/lead-function.ts";
import { openWhileReactLoads, waitForHydration } from "#tests/support/browser/open-landing.ts";
import {
  closeButton,
  consentBox,
  field,
  heroCall,
  leadPopup,
  openLeadPopup,
  pageForm,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

/** What React tells about HTML that is not as it was prerendered. */
const changedHtml = /^Minified React error #418; /;

/** Wraps each text in two elements, as Chrome does when it translates a page. The texts stay, so that the test finds them. */
const translate = `{
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  for (const text of found) {
    if (!text.nodeValue.trim() || text.parentElement.closest("script, style")) continue;
    const outer = document.createElement("font");
    text.replaceWith(outer);
    outer.appendChild(document.createElement("font")).append(text.nodeValue);
  }
}`;

/** Puts an element behind each input, as the password manager LastPass does. */
const addIcons = `
  for (const input of document.querySelectorAll("input[required]")) {
    const icon = document.createElement("div");
    icon.dataset.lastpassIconRoot = "";
    input.after(icon);
  }`;

test.beforeEach(({ pageConsole }) => pageConsole.allow(changedHtml));

test("after a translation has changed the page, React keeps the popup open, and the form below", async ({
  page,
  site,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  const load = await openChanged(page, translate);
  await fillPageForm(page, ana);
  const popup = await openLeadPopup(page);
  await field(popup, "name").fill(ana.name);
  await field(popup, "email").pressSequentially(ana.email);
  await load();
  await waitForHydration(page);

  await expect(popup).toBeVisible();
  await expect(field(popup, "email")).toBeFocused();
  await expectAnswers(popup, { ...ana, whatsapp: "" });
  await closeButton(popup).click();
  await expect(popup).toBeHidden();
  await expect(heroCall(page)).toBeFocused();
  await expectPageForm(page, ana);

  await openLeadPopup(page);
  // The new texts are changed too.
  await page.evaluate(translate);
  await field(popup, "whatsapp").fill(ana.whatsapp);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  expect(contextOf(requests[0])).toMatchObject({ cta: "hero" });
  expect(site.submissions()).toContainEqual(ana);
});

test("after a password manager has changed the page, React keeps its form, and the popup closed", async ({
  page,
}) => {
  const ana = visitor();
  const load = await openChanged(page, addIcons);
  const popup = await openLeadPopup(page);
  await fillIn(popup, ana);
  await closeButton(popup).click();
  await fillPageForm(page, ana);
  await load();
  await waitForHydration(page);
  await expectPageForm(page, ana);
  await expect(consentBox(page)).toBeFocused();
  await expect(leadPopup(page)).toBeHidden();
  await expectAnswers(await openLeadPopup(page), ana);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
});

async function fillPageForm(page: Page, lead: Lead): Promise<void> {
  await fillIn(pageForm(page), lead);
  await consentBox(page).check();
}

async function expectPageForm(page: Page, lead: Lead): Promise<void> {
  await expectAnswers(pageForm(page), lead);
  await expect(consentBox(page)).toBeChecked();
}

/** Opens the landing page and changes its HTML before React arrives, which comes when the returned function is called. */
async function openChanged(page: Page, change: string): Promise<() => Promise<void>> {
  const load = await openWhileReactLoads(page);
  await page.evaluate(change);
  return load;
}
