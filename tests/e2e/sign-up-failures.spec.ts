import { expect, type Route } from "@playwright/test";
import {
  openLanding,
  openLeadPopup,
  reloadLanding,
  successPopup,
} from "#tests/support/browser/landing.ts";
import { expectAnswers, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { expectFailure, sendFromPopup, showRefusal } from "#tests/support/browser/popup-states.ts";
import { test } from "#tests/support/browser/site-test.ts";

type Failure = { what: string; answer: (route: Route) => Promise<void>; logged: string };

const refused = { ok: false, code: "unexpected", message: "Algo deu errado." };
const rubbish = "<!doctype html><title>Gateway</title><p>Please sign in</p>";

const failures: Failure[] = [
  ...[401, 422, 429, 500].map((status) => ({
    what: `a ${status}`,
    answer: (route: Route) => route.fulfill({ status, json: refused }),
    logged: `${status} {ok: false`,
  })),
  {
    what: "a dropped connection",
    answer: (route) => route.abort("connectionreset"),
    logged: "TypeError",
  },
  {
    what: "HTML rubbish with 200",
    answer: (route) => route.fulfill({ contentType: "text/html", body: rubbish }),
    logged: "200 SyntaxError",
  },
  {
    what: "HTML rubbish with 502",
    answer: (route) => route.fulfill({ status: 502, contentType: "text/html", body: rubbish }),
    logged: "502 SyntaxError",
  },
  {
    what: "an empty answer with 204",
    answer: (route) => route.fulfill({ status: 204 }),
    logged: "204 SyntaxError",
  },
  {
    what: "{ok: false} with 200",
    answer: (route) => route.fulfill({ json: refused }),
    logged: "200 {ok: false",
  },
  { what: "null with 200", answer: (route) => route.fulfill({ json: null }), logged: "200 null" },
];

for (const { what, answer, logged } of failures)
  test(`after ${what} the popup says so and keeps everything, also over a reload, until it works`, async ({
    page,
    site,
    complaints,
  }) => {
    await answerLeads(page, answer);
    const ana = visitor();
    await openLanding(page);
    const popup = await sendFromPopup(page, ana);

    await expectFailure(popup);
    await expectAnswers(popup, ana);
    await expect.poll(() => complaints.join("\n")).toContain(`campaign: ${logged}`);
    for (const secret of Object.values(ana)) expect(complaints.join("\n")).not.toContain(secret);
    expect(site.submissions()).not.toContainEqual(ana);

    await reloadLanding(page);
    await page.clock.runFor(50);
    await expect(popup).toBeVisible();
    await expectAnswers(popup, ana);

    await answerLeads(page);
    await submitButton(popup).click();
    await expect(successPopup(page)).toBeVisible();
    expect(site.submissions()).toContainEqual(ana);
    complaints.length = 0;
  });

test("an answer that hangs is given up after 10,000 ms, and not at 9,999", async ({
  page,
  complaints,
}) => {
  await answerLeads(page, () => {});
  const ana = visitor();
  await openLanding(page);
  const popup = await sendFromPopup(page, ana);
  await expect(submitButton(popup)).toHaveText("Enviando…");

  await page.clock.runFor(9_999);
  await expect(submitButton(popup)).toHaveText("Enviando…");
  await expect(page.getByRole("alert")).toBeEmpty();
  await page.clock.runFor(1);
  await expectFailure(popup);
  await expectAnswers(popup, ana);
  expect(complaints.splice(0)).toEqual(["add-contact-active-campaign: AbortError"]);

  await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
});

test("what the server finds wrong with a field stands beside it, until it is changed", async ({
  page,
  complaints,
}) => {
  const message = "Este e-mail parece incompleto.";
  const fields = [
    { field: "email", code: "invalid", message },
    { field: "whatsapp", code: "required", message: "Escreva seu WhatsApp com DDD." },
    { field: "admin", code: "invalid", message: "x" },
  ];
  await answerLeads(page, (route) =>
    route.fulfill({ status: 422, json: { ...refused, code: "invalid-lead", fields } }),
  );
  await openLanding(page);
  const popup = await sendFromPopup(page, visitor());

  await expectFailure(popup);
  const email = popup.getByLabel("Seu melhor e-mail");
  await expect(email).toHaveAccessibleDescription(message);
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(popup.getByLabel("WhatsApp")).toHaveAccessibleDescription(
    "Escreva seu WhatsApp com DDD.",
  );
  await expect(popup.getByLabel("Nome completo")).toHaveAccessibleDescription("");
  await email.fill("ana@exemplo.com.br");
  await expect(popup.getByText(message)).toBeHidden();
  await expect(email).not.toHaveAttribute("aria-invalid");
  complaints.length = 0;
});

test("the next try takes the old error away, and a second error is said anew", async ({
  page,
  complaints,
}) => {
  await answerLeads(page, (route) => route.abort());
  await openLanding(page);
  const popup = await sendFromPopup(page, visitor());
  await expectFailure(popup);

  await answerLeads(page, () => {});
  await submitButton(popup).click();
  await expect(submitButton(popup)).toHaveText("Enviando…");
  await expect(popup.getByRole("alert")).toBeEmpty();
  await page.clock.runFor(10_000);
  await expectFailure(popup);

  await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  await expect(successPopup(page).getByRole("alert")).toBeEmpty();
  complaints.length = 0;
});

test("the marks of a refusal are gone with the success", async ({ page, complaints }) => {
  await openLanding(page);
  const popup = await showRefusal(page);
  await expect(popup.getByText("Escreva seu WhatsApp com DDD.")).toBeVisible();
  await answerLeads(page);
  await submitButton(popup).click();
  await expect(successPopup(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await openLeadPopup(page);
  await expect(popup.getByText("Escreva seu WhatsApp com DDD.")).toBeHidden();
  complaints.length = 0;
});
