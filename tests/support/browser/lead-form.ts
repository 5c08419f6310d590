import { expect, type Locator, type Page } from "@playwright/test";
import { leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { field } from "./page-parts.ts";

export async function fillIn(form: Locator, lead: Lead): Promise<void> {
  for (const name of leadFields) await field(form, name).fill(lead[name]);
}

export async function expectAnswers(form: Locator, lead: Lead): Promise<void> {
  for (const name of leadFields) await expect(field(form, name)).toHaveValue(lead[name]);
}

/** The value of `launch.inPageFormSends` in the built script. */
const pageFormSends = /(?<=\binPageFormSends:)!\d/;

/** Changes the script that the browser receives, so that the page's form stores sign-ups, or does not. */
export async function setPageForm(page: Page, { sends }: { sends: boolean }): Promise<void> {
  await page.route("**/assets/islands-*.js", async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    if (!pageFormSends.test(script)) throw new Error(`${pageFormSends} is not in the built script`);
    await route.fulfill({ response, body: script.replace(pageFormSends, sends ? "!0" : "!1") });
  });
}
