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

/** `launch.inPageFormSends` as the built script has it. */
const pageFormSends = /(?<=\binPageFormSends:)!\d/;

/** Makes the browser receive a page whose form stores its sign-ups, or does not, whatever `content/launch.ts` says. */
export async function setPageForm(page: Page, { sends }: { sends: boolean }): Promise<void> {
  await page.route("**/assets/islands-*.js", async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    if (!pageFormSends.test(script)) throw new Error(`${pageFormSends} is not in the built script`);
    await route.fulfill({ response, body: script.replace(pageFormSends, sends ? "!0" : "!1") });
  });
}
