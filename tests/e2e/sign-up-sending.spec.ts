import { expect, type Request } from "@playwright/test";
import {
  leadPopup,
  openLanding,
  openLeadPopup,
  reloadLanding,
  successPopup,
} from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { answerLeads, heldAnswer } from "#tests/support/browser/lead-function.ts";
import { test } from "#tests/support/browser/site-test.ts";

const path = "/functions/v1/add-contact-active-campaign";
const publicKey = "black-ahsd-public-key";

/** On how it lays the page out: no page can write them. Playwright's types don't know them. */
const browsersOwnNotes: string = "verbose";

test("the popup posts exactly name, e-mail and WhatsApp as JSON, and the lead is on disk", async ({
  page,
  site,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, ana);
  await submitButton(popup).click();

  await expect(successPopup(page)).toBeVisible();
  await expect(popup).toBeHidden();
  expect(requests).toHaveLength(1);
  expect(requests[0]?.method()).toBe("POST");
  expect(new URL(requests[0]?.url() ?? "").pathname).toBe(path);
  expect(requests[0]?.postDataJSON()).toStrictEqual(ana);
  expect(site.submissions()).toContainEqual(ana);
});

test("the public key goes with it as apikey and as a bearer, and a key of its own", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await submitButton(popup).click();

  await expect(successPopup(page)).toBeVisible();
  expect(requests[0]?.headers()).toMatchObject({
    "content-type": "application/json",
    apikey: publicKey,
    authorization: `Bearer ${publicKey}`,
    "idempotency-key": expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test("what was typed goes trimmed", async ({ page }) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, { ...ana, name: `  ${ana.name} `, whatsapp: ` ${ana.whatsapp}  ` });
  await popup.getByLabel("WhatsApp (com DDD)").press("Enter");

  await expect(successPopup(page)).toBeVisible();
  expect(requests[0]?.postDataJSON()).toStrictEqual(ana);
});

for (const [what, press] of [
  ["a double click", "double"],
  ["Enter and a click", "enter"],
  ["ten clicks", "many"],
] as const)
  test(`${what} is one request, while the button says that it is busy`, async ({ page }) => {
    const { answer, release } = heldAnswer();
    const requests = await answerLeads(page, answer);
    await openLanding(page);
    const popup = await openLeadPopup(page);
    await fillIn(popup, visitor());
    const button = submitButton(popup);
    if (press === "double") await button.dblclick();
    if (press === "enter") await popup.getByLabel("Nome completo").press("Enter");
    if (press === "enter") await button.click();
    if (press === "many") await button.click({ clickCount: 10 });

    await expect(button).toHaveText("Enviando…");
    await expect(button).toHaveAttribute("aria-busy", "true");
    release();
    await expect(successPopup(page)).toBeVisible();
    expect(requests).toHaveLength(1);
    await page.keyboard.press("Escape");
    await openLeadPopup(page);
    await expect(button).toHaveText("QUERO PARTICIPAR DA AULA AO VIVO");
    await expect(button).toHaveAttribute("aria-busy", "false");
  });

test("the same answers keep their key, also after a reload, and another answer gets another", async ({
  page,
  complaints,
}) => {
  const requests = await answerLeads(page, (route) => route.fulfill({ status: 500, json: {} }));
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  const failed = popup.getByRole("alert").getByText("Erro", { exact: true });
  await submitButton(popup).click();
  await expect(failed).toBeVisible();
  await popup.getByRole("button", { name: "Fechar aviso" }).click();
  await submitButton(popup).click();
  await expect(failed).toBeVisible();

  await reloadLanding(page);
  await page.clock.runFor(50);
  await expect(popup).toBeVisible();
  await submitButton(popup).click();
  await expect(failed).toBeVisible();
  await popup.getByRole("button", { name: "Fechar aviso" }).click();
  await popup.getByLabel("Nome completo").fill("Bia Exemplo");
  await submitButton(popup).click();
  await expect(failed).toBeVisible();

  const [first, second, third, fourth] = requests.map(keyOf);
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
  complaints.length = 0;
});

test("a second sign-up with the same e-mail is the same success, under another key", async ({
  page,
}) => {
  const requests = await answerLeads(page);
  const ana = visitor();
  await openLanding(page);
  for (let times = 0; times < 2; times += 1) {
    const popup = await openLeadPopup(page);
    await expect(popup.getByLabel("Seu melhor e-mail")).toHaveValue("");
    await fillIn(popup, ana);
    await submitButton(popup).click();
    await expect(successPopup(page)).toBeVisible();
    await page.keyboard.press("Escape");
  }
  expect(new Set(requests.map(keyOf)).size).toBe(2);
});

test("the console gets the answer and nothing of the visitor", async ({ page }) => {
  const said: string[] = [];
  page.on("console", (entry) => {
    if (entry.type() !== browsersOwnNotes) said.push(entry.text());
  });
  const ana = visitor();
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, ana);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();

  await expect.poll(() => said).toEqual(["add-contact-active-campaign: 200 {ok: true}"]);
  for (const secret of Object.values(ana)) expect(said.join()).not.toContain(secret);
});

test("a popup that was closed while its answer was on the way still ends in the thanks", async ({
  page,
}) => {
  const { answer, release } = heldAnswer();
  await answerLeads(page, answer);
  await openLanding(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await submitButton(popup).click();
  await page.keyboard.press("Escape");
  await expect(leadPopup(page)).toBeHidden();
  release();
  await expect(successPopup(page)).toBeVisible();
});

function keyOf(request: Request): string | undefined {
  return request.headers()["idempotency-key"];
}
