import { expect } from "@playwright/test";
import {
  consentBox,
  leadPopup,
  openLanding,
  pageForm,
  reloadLanding,
  successPopup,
} from "#tests/support/browser/landing.ts";
import { expectAnswers, fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { answerLeads, heldAnswer } from "#tests/support/browser/lead-function.ts";
import { test as base } from "#tests/support/browser/site-test.ts";
import { startVariant } from "#tests/support/built/variant-site.ts";

const test = base.extend<object, { site: Awaited<ReturnType<typeof startVariant>> }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await startVariant({
        file: "content/launch.ts",
        from: "inPageFormSends: false",
        to: "inPageFormSends: true",
      });
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
});

test("set to send, the page's form sends the same lead with its consent", async ({
  page,
  site,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  await fillIn(pageForm(page), ana);
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();

  const status = page.getByRole("status");
  await expect(status.getByText("Inscrição realizada!", { exact: true })).toBeVisible();
  await expect(successPopup(page)).toBeHidden();
  expect(requests.map((request) => request.postDataJSON())).toStrictEqual([ana]);
  const context = requests[0]?.headers()["x-sign-up-context"] ?? "";
  expect(JSON.parse(decodeURIComponent(context))).toMatchObject({
    surface: "page",
    wording: "autorizacao-1",
  });
  expect(site.submissions()).toContainEqual(ana);
  await page.clock.runFor(60_000);
  await expect(leadPopup(page)).toBeHidden();
});

test("set to send, it sends nothing without the tick", async ({ page }) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await submitButton(pageForm(page)).click();
  await expect(page.getByRole("alert").getByText("Aceite necessário")).toBeVisible();
  await expect(consentBox(page)).toBeFocused();
  expect(requests).toEqual([]);
});

test("set to send, it sends once and says meanwhile that it is busy", async ({ page }) => {
  const { answer, release } = heldAnswer();
  const requests = await answerLeads(page, answer);
  await openLanding(page);
  await fillIn(pageForm(page), visitor());
  await consentBox(page).check();
  await submitButton(pageForm(page)).dblclick();
  await expect(submitButton(pageForm(page))).toHaveText("Enviando…");
  release();
  await expect(submitButton(pageForm(page))).toHaveText("QUERO PARTICIPAR DA AULA BLACK AHSD");
  expect(requests).toHaveLength(1);
});

test("set to send, it keeps everything after a failure, also over a reload, until it works", async ({
  page,
  site,
  complaints,
}) => {
  await answerLeads(page, (route) => route.abort());
  const ana = visitor();
  await openLanding(page);
  const form = pageForm(page);
  await fillIn(form, ana);
  await consentBox(page).check();
  await submitButton(form).click();
  const alert = page.getByRole("alert");
  await expect(alert.getByText("Erro", { exact: true })).toBeVisible();
  await expect(consentBox(page)).toBeChecked();

  await reloadLanding(page);
  await page.clock.runFor(60_000);
  await expect(leadPopup(page)).toBeHidden();
  await expectAnswers(form, ana);

  await answerLeads(page);
  await consentBox(page).check();
  await submitButton(form).click();
  await expect(page.getByRole("status").getByText("Inscrição realizada!")).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
  complaints.length = 0;
});
