import { expect, type Page } from "@playwright/test";
import type { Lead } from "#lead/lead.ts";
import { expectAnswers, fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads, contextOf } from "#tests/support/browser/lead-function.ts";
import { focusNoPressedButton, ignoreCommands } from "#tests/support/browser/limited-browser.ts";
import {
  hold,
  openBeforeScript,
  openWhileReactLoads,
  pointAtForm,
  waitForHydration,
} from "#tests/support/browser/open-landing.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import {
  closeButton,
  consentBox,
  field,
  heroCall,
  heroLink,
  homeLink,
  leadPopup,
  openLeadPopup,
  pageForm,
  receivedHeading,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { sendFromPopup } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const longAfterMs = 60_000;

/**
 * Runs before the page's own scripts. After every frame it presses the first call to action, if that and the popup are
 * in the page. It records whether the popup opened, and closes the popup.
 */
const pressAfterEachFrame = `
  globalThis.presses = [];
  const afterFrame = () => requestAnimationFrame(() => setTimeout(press));
  const press = () => {
    const call = document.querySelector("[data-cta='hero']");
    const popup = document.getElementById("lead-popup");
    if (call && popup) {
      call.click();
      presses.push(popup.open);
      popup.close();
    }
    afterFrame();
  };
  afterFrame();`;

test("a press opens the popup after every frame, whatever has loaded", async ({ page }) => {
  const releaseScript = await hold(page, "**/assets/entry-client-*.js");
  const releaseReact = await hold(page, "**/assets/react-*.js");
  await page.addInitScript({ content: pressAfterEachFrame });
  await page.goto("/");
  await morePresses(page);
  releaseScript();
  await pointAtForm(page);
  await morePresses(page);
  releaseReact();
  await waitForHydration(page);
  await morePresses(page);
  expect(await page.evaluate("presses.filter((opened) => !opened)")).toEqual([]);
});

/** Waits until the script has pressed the call some more times. */
async function morePresses(page: Page): Promise<void> {
  const count = () => page.evaluate<number>("presses.length");
  const before = await count();
  await expect.poll(count).toBeGreaterThan(before + 5);
}

test("with script and React late the popup opens and keeps what is typed", async ({
  page,
  site,
}) => {
  const ana = visitor();
  const loadScript = await openBeforeScript(page);
  const releaseReact = await hold(page, "**/assets/react-*.js");
  const popup = await openLeadPopup(page);
  await field(popup, "name").fill(ana.name);
  await field(popup, "email").pressSequentially("visitor");
  await loadScript();
  await pointAtForm(page);
  await field(popup, "email").pressSequentially(ana.email.slice("visitor".length));
  releaseReact();
  await waitForHydration(page);

  await expect(field(popup, "name")).toHaveValue(ana.name);
  await expect(field(popup, "email")).toHaveValue(ana.email);
  await expect(field(popup, "email")).toBeFocused();
  await field(popup, "whatsapp").fill(ana.whatsapp);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
});

test.describe("with a popup that may open by itself", () => {
  test.use({ popupOpensByItself: true });

  test("a visitor who is faster than the script signs up without it", async ({ page, site }) => {
    const ana = visitor();
    const loadScript = await openBeforeScript(page);
    await sendFromPopup(page, ana);
    await expect(page).toHaveURL(receivedAddress);
    await expect(receivedHeading(page)).toBeVisible();
    expect(site.submissions()).toContainEqual(ana);

    await homeLink(page).click({ noWaitAfter: true });
    await page.waitForURL("/", { waitUntil: "commit" });
    await loadScript();
    await page.clock.fastForward(longAfterMs);
    await expect(leadPopup(page)).toBeHidden();
  });
});

test("without commandfor a call leads to the form until the script comes", async ({
  page,
  site,
}) => {
  const ana = visitor();
  await ignoreCommands(page);
  const loadScript = await openBeforeScript(page);
  await heroLink(page).click();
  await expect(field(pageForm(page), "name")).toBeInViewport();
  await fillIn(pageForm(page), ana);
  await loadScript();
  await waitForHydration(page);
  await expect(heroLink(page)).toBeHidden();
  await test.step("and from then on to the popup, from which the focus returns", async () => {
    await focusNoPressedButton(page);
    const popup = await openLeadPopup(page);
    await closeButton(popup).click();
    await expect(popup).toBeHidden();
    await expect(heroCall(page)).toBeFocused();
  });

  // Before the script this form replaces the popup, so it sends sign-ups whatever `launch.ts` says.
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  await expect(page.getByRole("group", { name: words.success.title })).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
});

/** React's complaint about HTML that differs from the prerendered HTML. */
const changedHtml = /^Minified React error #418; /;

/** Wraps each text in two elements, as Chrome does when it translates a page. The words do not change, so that the test finds them. */
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

/** Adds an element behind each input, as the password manager LastPass does. */
const addIcons = `
  for (const input of document.querySelectorAll("input[required]")) {
    const icon = document.createElement("div");
    icon.dataset.lastpassIconRoot = "";
    input.after(icon);
  }`;

test("after a translation has changed the page, React keeps the popup open, and the form below", async ({
  page,
  site,
  pageConsole,
}) => {
  pageConsole.allow(changedHtml);
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
  // The translation also changes the new texts.
  await page.evaluate(translate);
  await field(popup, "whatsapp").fill(ana.whatsapp);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  expect(contextOf(requests[0])).toMatchObject({ cta: "hero" });
  expect(site.submissions()).toContainEqual(ana);
});

test("after a password manager has changed the page, React keeps its form, and the popup closed", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(changedHtml);
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

/** Opens the landing page and changes its HTML before React; a call of the returned function loads React. */
async function openChanged(page: Page, change: string): Promise<() => Promise<void>> {
  const load = await openWhileReactLoads(page);
  await page.evaluate(change);
  return load;
}
