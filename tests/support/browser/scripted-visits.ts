import { type Browser, expect, type Page } from "@playwright/test";
import type { Lead } from "#lead/lead.ts";
import { pageReportPath } from "#lead/page-report.ts";
import { keepPopupAway } from "./keep-popup-away.ts";
import { fillIn } from "./lead-form.ts";
import { hydrateByUse } from "./open-landing.ts";
import { consentToast, openLeadPopup, pageForm, submitButton, successPopup } from "./page-parts.ts";
import { words } from "./words.ts";

export const visits = [
  "looks",
  "opens",
  "begins",
  "signs up",
  "forgets the tick",
  "reloads",
] as const;
type Visit = (typeof visits)[number];

/** The steps of each visit, as `step surface`. The server itself counts those that are kept. */
export const stepsOf: Record<Visit, readonly string[]> = {
  looks: ["view none"],
  opens: ["view none", "popup-opened popup"],
  begins: ["view none", "popup-opened popup", "form-begun popup"],
  "signs up": ["view none", "popup-opened popup", "form-begun popup", "sent popup", "kept popup"],
  "forgets the tick": ["view none", "form-begun page", "error-shown page"],
  reloads: ["view none", "view none"],
};

/** A visit in a browser of its own, which comes from Instagram. */
export async function visitIn(
  browser: Browser,
  site: string,
  visit: Visit,
  lead: Lead,
): Promise<void> {
  const page = await browser.newPage({ locale: "pt-BR" });
  await keepPopupAway(page);
  const address = `${site}/?utm_source=instagram&utm_campaign=${lead.name}`;
  await untilReported(page, () => page.goto(address));
  await hydrateByUse(page);
  await play(page, visit, lead);
  await page.goto(`${site}${words.paths.terms}`);
}

async function play(page: Page, visit: Visit, lead: Lead): Promise<void> {
  switch (visit) {
    case "looks":
      return;
    case "opens":
      await openLeadPopup(page);
      return;
    case "begins":
      await fillIn(await openLeadPopup(page), lead);
      return;
    case "signs up": {
      const popup = await openLeadPopup(page);
      await fillIn(popup, lead);
      await submitButton(popup).click();
      await expect(successPopup(page)).toBeVisible();
      return;
    }
    case "forgets the tick":
      await fillIn(pageForm(page), lead);
      await submitButton(pageForm(page)).click();
      await expect(consentToast(page)).toBeVisible();
      return;
    case "reloads":
      await untilReported(page, () => page.reload());
  }
}

async function untilReported(page: Page, open: () => Promise<unknown>): Promise<void> {
  const reported = page.waitForRequest((request) => request.url().endsWith(pageReportPath));
  await open();
  await reported;
}
