import { expect, type Page } from "@playwright/test";
import { sourceField } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { ignoreCommands } from "#tests/support/browser/limited-browser.ts";
import {
  hold,
  openBeforeScript,
  openWhileReactLoads,
  pointAtForm,
  waitForHydration,
} from "#tests/support/browser/open-landing.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import {
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
} from "#tests/support/browser/page-parts.ts";
import { sendFromPopup } from "#tests/support/browser/popup-states.ts";
import { expectInvitation } from "#tests/support/browser/signed-up.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const longAfterMs = 60_000;

/**
 * Runs before the page's own scripts. Presses the first call to action after every frame, as soon as it and the popup are
 * in the page, records whether the popup opened, and closes it again.
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

/** Waits until the page was pressed some times more. */
async function morePresses(page: Page): Promise<void> {
  const count = () => page.evaluate<number>("presses.length");
  const before = await count();
  await expect.poll(count).toBeGreaterThan(before + 5);
}

for (const [what, open] of [
  ["the script 20 s late", openBeforeScript],
  ["React still on its way", openWhileReactLoads],
] as const)
  test(`with ${what} the popup opens and keeps what is typed`, async ({ page, site }) => {
    const ana = visitor();
    const load = await open(page);
    const popup = await openLeadPopup(page);
    await field(popup, "name").fill(ana.name);
    await field(popup, "email").pressSequentially(ana.email);
    await load();
    await waitForHydration(page);

    await expect(field(popup, "name")).toHaveValue(ana.name);
    await expect(field(popup, "email")).toHaveValue(ana.email);
    await expect(field(popup, "email")).toBeFocused();
    await field(popup, "whatsapp").fill(ana.whatsapp);
    await submitButton(popup).click();
    await expect(page.getByRole("dialog", { name: words.messages.success.title })).toBeVisible();
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
  await expect(heroCall(page)).toBeVisible();

  // This form stands in for the popup, so it sends whatever `launch.ts` says.
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  await expect(page.getByRole("group", { name: words.messages.success.title })).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
});

test("the source of the visit goes with a form sent while React loads", async ({ page, site }) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openWhileReactLoads(page, "/?utm_source=instagram");
  await sendFromPopup(page, ana);
  await expect(page).toHaveURL(receivedAddress);
  expect(site.submissions()).toContainEqual(ana);
  const source = new URLSearchParams(requests[0]?.postData() ?? "").get(sourceField) ?? "";
  const visit = { utm_source: "instagram" };
  expect(JSON.parse(decodeURIComponent(source))).toEqual({ first: visit, last: visit });
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("a call leads to the form, which signs up; then the page invites again", async ({
    page,
    site,
  }) => {
    const ana = visitor();
    const { messages, paths } = words;
    await page.goto("/");
    await heroLink(page).click();
    await expect(field(pageForm(page), "name")).toBeInViewport();
    await fillIn(pageForm(page), ana);
    await consentBox(page).check();
    await submitButton(pageForm(page)).click();
    await expect(page).toHaveURL(receivedAddress);
    await expect(receivedHeading(page)).toBeVisible();
    expect(site.submissions()).toContainEqual(ana);

    const { search } = new URL(page.url());
    for (const [name, path] of [
      [messages.success.group, paths.group],
      [messages.success.otherGroup, paths.otherGroup],
    ] as const) {
      const link = page.getByRole("main").getByRole("link", { name });
      await expect(link).toHaveAttribute("href", `${path}${search}`);
    }
    await homeLink(page).click();
    await expectInvitation(page);
  });
});
