import { expect, type Page } from "@playwright/test";
import { nowPath } from "#event/now-answer.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import { leadPopup, openLeadPopup, successPopup } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";

const { form } = words.messages;

test("a visitor signs up on a page whose schedule was damaged on its way", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(/JSON/);
  await serve(page, (html) => html.replace(/(?<=id="schedule">)\{/, "{{"));
  await signUp(page);
});

test("a visitor signs up on a page that a proxy has robbed of its schedule", async ({
  page,
  pageConsole,
}) => {
  pageConsole.allow(/JSON/);
  await serve(page, (html) =>
    html.replace(/<script type="application\/json" id="schedule">.*?<\/script>/, ""),
  );
  await signUp(page);
});

for (const [what, body] of [
  ["an empty object", "{}"],
  ["nothing", "null"],
  ["another page", "<html></html>"],
] as const)
  test(`a page to which a proxy gives ${what} as the server's time keeps its phase`, async ({
    page,
  }) => {
    await page.route(nowPath, (route) =>
      route.fulfill({ status: 200, contentType: "application/json", body }),
    );
    await signUp(page);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await page.clock.runFor(10_000);
    await expect(page.locator("html")).toHaveAttribute("data-phase", /^\w+$/);
  });

async function serve(page: Page, change: (html: string) => string): Promise<void> {
  const isLanding = (url: URL) => url.pathname === "/";
  await page.route(isLanding, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

async function signUp(page: Page): Promise<void> {
  await answerLeads(page, (route) => route.fulfill({ json: { ok: true } }));
  await openLanding(page);
  await openLeadPopup(page);
  await fillIn(leadPopup(page), visitor());
  await leadPopup(page).getByRole("button", { name: form.submit, exact: true }).click();
  await expect(successPopup(page)).toBeVisible();
}
