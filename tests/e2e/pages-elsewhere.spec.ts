import { test as base, expect, type Page } from "@playwright/test";
import { addContactPath } from "#lead/contract.ts";
import {
  consentBox,
  leadPopup,
  openLeadPopup,
  pageForm,
  successPopup,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { type PagesElsewhere, startPagesElsewhere } from "#tests/support/built/pages-elsewhere.ts";

const startTimeLimitMs = 120_000;

/** Not the test of the other journeys: where it answers for strangers, no browser asks for permission any more. */
const test = base.extend<object, { elsewhere: PagesElsewhere }>({
  elsewhere: [
    async ({ browserName: _ }, use) => {
      const elsewhere = await startPagesElsewhere();
      await use(elsewhere);
      await elsewhere.stop();
    },
    { scope: "worker", timeout: startTimeLimitMs },
  ],
});

test("from pages on a static host a sign-up reaches the function on another address", async ({
  page,
  elsewhere: { pages, lead },
}) => {
  const ana = visitor();
  await openAwake(page, pages.url);
  await fillIn(await openLeadPopup(page), ana);
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  expect(lead.submissions()).toContainEqual(ana);
});

test("without script the form posts there too, and the visitor comes back to the static page", async ({
  browser,
  elsewhere: { pages, lead },
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const ana = visitor();
  await page.goto(pages.url);
  await fillIn(pageForm(page), ana);
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  await expect(page).toHaveURL(`${pages.url}/inscricao-recebida`);
  await expect(page.getByRole("heading", { name: "Inscrição recebida" })).toBeVisible();
  expect(lead.submissions()).toContainEqual(ana);
  await page.close();
});

test("the page may read what the function refuses, and why", async ({
  page,
  elsewhere: { pages, lead },
}) => {
  await page.goto(pages.url);
  const wrongKey = await post(page, lead.url, { apikey: "another-key" });
  expect(wrongKey).toMatchObject({ status: 401, answer: { ok: false, code: "unauthorized" } });
  const key = await page.locator("input[name=apikey]").first().inputValue();
  const nothing = await post(page, lead.url, { apikey: key });
  expect(nothing).toMatchObject({ status: 422, answer: { ok: false, code: "invalid-lead" } });
});

test("from an address that the function does not know nothing is kept, and the visitor is told", async ({
  page,
  elsewhere: { stranger, lead },
}) => {
  const ana = visitor();
  await openAwake(page, stranger.url);
  await fillIn(await openLeadPopup(page), ana);
  await submitButton(leadPopup(page)).click();
  await expect(leadPopup(page).getByRole("alert")).toContainText("Não foi possível enviar");
  expect(lead.submissions()).not.toContainEqual(ana);
});

test("an address that does not exist shows the page's own 404", async ({
  page,
  elsewhere: { pages },
}) => {
  const answer = await page.goto(`${pages.url}/nao/existe`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
});

async function openAwake(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole("checkbox", { name: "Autorizo receber" })).not.toHaveAttribute(
    "required",
  );
}

type Told = { status: number; answer: unknown };

function post(page: Page, origin: string, headers: Record<string, string>): Promise<Told> {
  const call = JSON.stringify({
    url: `${origin}${addContactPath}`,
    headers: { ...headers, "content-type": "application/json" },
  });
  return page.evaluate<Told>(`(async ({ url, headers }) => {
    const response = await fetch(url, { method: "POST", headers, body: "{}" });
    return { status: response.status, answer: await response.json() };
  })(${call})`);
}
