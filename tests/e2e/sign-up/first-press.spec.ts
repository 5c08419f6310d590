import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import { sourceField } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import {
  hold,
  openBeforeScript,
  openWhileReactLoads,
  pointAtForm,
  waitForHydration,
} from "#tests/support/browser/open-landing.ts";
import { receivedAddress } from "#tests/support/browser/other-pages.ts";
import {
  field,
  openLeadPopup,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

const pressEachFrame = fileURLToPath(
  new URL("../../support/browser/in-page/press-each-frame.js", import.meta.url),
);

const openings = [
  ["the script 20 s late", openBeforeScript],
  ["React still on its way", openWhileReactLoads],
] as const;

test("a press opens the popup after every frame, before the script, while React loads, and afterwards", async ({
  page,
}) => {
  const releaseScript = await hold(page, "**/assets/hydrate-*.js");
  const releaseReact = await hold(page, "**/assets/react-*.js");
  await page.addInitScript({ path: pressEachFrame });
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

for (const [what, open] of openings)
  test(`with ${what} the popup opens, keeps what is typed, and sends it afterwards`, async ({
    page,
    site,
  }) => {
    const requests = await answerLeads(page);
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
    await expect(successPopup(page)).toBeVisible();
    expect(requests.map((request) => request.postDataJSON())).toStrictEqual([ana]);
    expect(site.submissions()).toContainEqual(ana);
  });

test("a visitor who sends the form while React loads signs up without it, with the source of the visit", async ({
  page,
  site,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openWhileReactLoads(page, "/?utm_source=instagram");
  const popup = await openLeadPopup(page);
  await fillIn(popup, ana);
  await submitButton(popup).click();
  await expect(page).toHaveURL(receivedAddress);
  expect(site.submissions()).toContainEqual(ana);
  const sent = new URLSearchParams(requests[0]?.postData() ?? "").get(sourceField) ?? "";
  const source = { utm_source: "instagram" };
  expect(JSON.parse(decodeURIComponent(sent))).toEqual({ first: source, last: source });
});

test("a very long source is left out of a form that is sent while React loads", async ({
  page,
  site,
}) => {
  const ana = visitor();
  await openWhileReactLoads(page, `/?utm_source=${"ç".repeat(180)}&utm_medium=${"ã".repeat(180)}`);
  const popup = await openLeadPopup(page);
  await fillIn(popup, ana);
  await submitButton(popup).click();
  await expect(page).toHaveURL(receivedAddress);
  expect(site.submissions()).toContainEqual(ana);
});

/** Waits until the page was pressed some times more. */
async function morePresses(page: Page): Promise<void> {
  const count = () => page.evaluate<number>("presses.length");
  const before = await count();
  await expect.poll(count).toBeGreaterThan(before + 5);
}
