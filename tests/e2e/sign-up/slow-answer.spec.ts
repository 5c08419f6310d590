import { expect, type Request } from "@playwright/test";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { answerLeads } from "#tests/support/browser/lead-function.ts";
import { waitForScript } from "#tests/support/browser/open-landing.ts";
import { openLeadPopup } from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";

/**
 * Presses in the page itself, because Playwright's own presses wait for the answer of the form. Once React is there, and
 * no longer leaves it to the browser to ask for the tick, the visitor comes back to the page.
 */
const pressOnAndOn = `
  const press = () => document.querySelector("dialog form[method='post']").requestSubmit();
  const pressing = setInterval(() => {
    press();
    press();
    if (document.querySelector("form input[type='checkbox'][required]")) return;
    clearInterval(pressing);
    press();
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    press();
  }, 50);`;

test("presses during a slow answer send a form only once, also when React comes meanwhile; a visitor who comes back may send it again", async ({
  page,
}) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/{islands,react}-*.js", (route) =>
    released.then(() => route.continue()),
  );
  await page.goto("/");
  await waitForScript(page);
  const requests = await answerLeads(page, () => undefined);
  await fillIn(await openLeadPopup(page), visitor());
  await page.evaluate(pressOnAndOn);
  await expect.poll(() => typesOf(requests)).toEqual(["document"]);
  release();
  await expect.poll(() => typesOf(requests)).toEqual(["document", "fetch"]);
});

function typesOf(requests: readonly Request[]): string[] {
  return requests.map((request) => request.resourceType());
}
