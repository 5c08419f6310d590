import { expect, type Page } from "@playwright/test";
import {
  calls,
  consentBox,
  leadPopup,
  openLeadPopup,
  pageForm,
  stopClock,
  successPopup,
  wake,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { forgetCommands } from "#tests/support/browser/limited-browser.ts";
import { test } from "#tests/support/browser/site-test.ts";

const scriptLateMs = 20_000;

test("with the script 20 s late the popup opens, keeps what is typed, and sends it with the script", async ({
  page,
  site,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  const letScriptCome = await openWithoutScript(page);
  const popup = await openLeadPopup(page);
  await popup.getByLabel("Nome completo").fill(ana.name);
  await popup.getByLabel("Seu melhor e-mail").pressSequentially(ana.email);
  await letScriptCome();

  await expect(popup.getByLabel("Nome completo")).toHaveValue(ana.name);
  await expect(popup.getByLabel("Seu melhor e-mail")).toHaveValue(ana.email);
  await expect(popup.getByLabel("Seu melhor e-mail")).toBeFocused();
  await popup.getByLabel("WhatsApp (com DDD)").fill(ana.whatsapp);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  expect(requests.map((request) => request.postDataJSON())).toStrictEqual([ana]);
  expect(site.submissions()).toContainEqual(ana);
});

test("whoever is faster than the script signs up without it", async ({ page, site }) => {
  const ana = visitor();
  await openWithoutScript(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, ana);
  await submitButton(popup).click();
  await expect(page).toHaveURL("/inscricao-recebida");
  await expect(page.getByRole("heading", { name: "Inscrição recebida" })).toBeVisible();
  expect(site.submissions()).toContainEqual(ana);
});

test("without commandfor a call leads to the form until the script comes", async ({ page }) => {
  await forgetCommands(page);
  const letScriptCome = await openWithoutScript(page);
  await page.getByRole("link", { name: calls.hero }).click();
  await expect(pageForm(page).getByLabel("Nome completo")).toBeInViewport();
  await letScriptCome();
  await expect(page.getByRole("link", { name: calls.hero })).toBeHidden();
  await expect(page.getByText(calls.hero).first()).toHaveRole("button");
});

test("whoever has signed up without the script is not asked again with it", async ({ page }) => {
  const letScriptCome = await openWithoutScript(page);
  await fillIn(await openLeadPopup(page), visitor());
  await submitButton(leadPopup(page)).click();
  const home = page.getByRole("link", { name: "Voltar para a página inicial" });
  await home.click({ noWaitAfter: true });
  await page.waitForURL("/", { waitUntil: "commit" });
  await letScriptCome();
  await page.clock.runFor(60_000);
  await expect(leadPopup(page)).toBeHidden();
});

test("in the page's form too: the browser asks for the tick, and the lead is kept", async ({
  page,
  site,
}) => {
  const ana = visitor();
  await openWithoutScript(page);
  await fillIn(pageForm(page), ana);
  await submitButton(pageForm(page)).click();
  await expect(consentBox(page)).toBeFocused();
  expect(site.submissions()).not.toContainEqual(ana);
  await consentBox(page).check();
  await submitButton(pageForm(page)).click();
  await expect(page).toHaveURL("/inscricao-recebida");
  expect(site.submissions()).toContainEqual(ana);
});

test("a popup that was opened before the script came does not open by itself afterwards", async ({
  page,
}) => {
  const letScriptCome = await openWithoutScript(page);
  await openLeadPopup(page);
  await letScriptCome();
  await page.keyboard.press("Escape");
  await page.clock.runFor(60_000);
  await expect(leadPopup(page)).toBeHidden();
});

test("nor does one that was opened and closed again before the script came", async ({ page }) => {
  const letScriptCome = await openWithoutScript(page);
  const popup = await openLeadPopup(page);
  await popup.getByRole("button", { name: "Fechar" }).click();
  await expect(popup).toBeHidden();
  await page.getByRole("heading", { level: 1 }).click();
  await letScriptCome();
  await page.clock.runFor(60_000);
  await expect(popup).toBeHidden();
});

test("a popup that nobody opened before the script came opens by itself afterwards", async ({
  page,
}) => {
  const letScriptCome = await openWithoutScript(page);
  await letScriptCome();
  await page.clock.runFor(60_000);
  await expect(leadPopup(page)).toBeVisible();
});

test("what was typed and ticked in the page before the script came stays, and nothing covers it", async ({
  page,
}) => {
  const ana = visitor();
  const letScriptCome = await openWithoutScript(page);
  await fillIn(pageForm(page), ana);
  await consentBox(page).check();
  await letScriptCome();
  await page.clock.runFor(60_000);
  await expect(leadPopup(page)).toBeHidden();
  await expect(pageForm(page).getByLabel("Seu melhor e-mail")).toHaveValue(ana.email);
  await expect(consentBox(page)).toBeChecked();
});

/** The page stands, its script is on its way; the answer lets it come, and waits until it is awake. */
async function openWithoutScript(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", (route) => released.then(() => route.continue()));
  await stopClock(page);
  await page.goto("/", { waitUntil: "commit" });
  return async () => {
    await page.clock.runFor(scriptLateMs);
    release();
    await page.waitForLoadState();
    await wake(page);
  };
}
