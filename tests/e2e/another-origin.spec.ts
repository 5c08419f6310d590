import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import { pageReportPath } from "#lead/page-report.ts";
import { failedSignUp, lostConnection } from "#tests/support/browser/complaints.ts";
import { secretToken, test } from "#tests/support/browser/guarded-test.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { hydrateByUse } from "#tests/support/browser/open-landing.ts";
import { receivedPath } from "#tests/support/browser/other-pages.ts";
import {
  consentBox,
  leadPopup,
  openLeadPopup,
  pageForm,
  receivedHeading,
  sendFailedToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { serveFolder } from "#tests/support/built/static-host.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";

// One worker runs them all, because each worker would build the pages elsewhere anew.
test.describe.configure({ mode: "default" });

/** Words that only the server needs; ActiveCampaign calls its key `Api-Token`. */
const serverWords = ["Api-Token", "ACTIVECAMPAIGN", "DATABASE_URL", "DATA_DIR"];

test("no public file holds a secret of .env or a word of the server", ({
  elsewhere: { folder },
}) => {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(10);
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name));
    const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
    for (const word of [secretToken, ...serverWords])
      expect(text.includes(word), `${word} in ${name}`).toBe(false);
  }
});

test("a sign-up passes between two origins", async ({ page, elsewhere: { pages, lead } }) => {
  const ana = visitor();
  await openHydrated(page, pages.url);
  await fillIn(await openLeadPopup(page), ana);
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  expect(lead.submissions()).toContainEqual(ana);
});

test.describe("a static host without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the form posts to the function, and the visitor comes back", async ({
    page,
    elsewhere: { pages, lead },
  }) => {
    const ana = visitor();
    await page.goto(pages.url);
    await fillIn(pageForm(page), ana);
    await consentBox(page).check();
    await submitButton(pageForm(page)).click();
    await expect(page).toHaveURL(`${pages.url}${receivedPath}`);
    await expect(receivedHeading(page)).toBeVisible();
    expect(lead.submissions()).toContainEqual(ana);
  });
});

test("from an unknown address no sign-up is stored, and an error is shown", async ({
  page,
  pageConsole,
  elsewhere: { stranger, lead },
}) => {
  pageConsole.allow([/blocked by CORS policy/, lostConnection, failedSignUp("TypeError")]);
  const ana = visitor();
  await openHydrated(page, stranger.url);
  await fillIn(await openLeadPopup(page), ana);
  await submitButton(leadPopup(page)).click();
  await expect(sendFailedToast(leadPopup(page))).toBeVisible();
  expect(lead.submissions()).not.toContainEqual(ana);
});

async function openHydrated(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await hydrateByUse(page);
}

test("on a static host the page follows the visitor's clock", async ({ page }) => {
  const pages = await serveFolder("dist");
  const [start, end] = [builtTime("startDate"), builtTime("endDate")];
  await page.clock.install({ time: start + 60_000 });
  // A static host takes no reports, and the browser would complain about that.
  await page.route(`${pages.url}${pageReportPath}`, (route) => route.fulfill({ status: 204 }));
  await recordLayoutShifts(page);
  await page.goto(pages.url);
  await expect(page.getByText(words.phases.status.live, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link").first()).toHaveText(words.phases.enter);
  // The words are right from the first paint on.
  expect(await layoutShifts(page)).toEqual([]);
  await hydrateByUse(page);
  await page.clock.setSystemTime(end + 1_000);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect(page.getByText(words.phases.status.over, { exact: true }).first()).toBeVisible();
  await pages.stop();
});

/** A time of the class, in milliseconds since 1970. A page for a static host keeps the year of its build. */
function builtTime(name: "startDate" | "endDate"): number {
  const page = readFileSync("dist/index.html", "utf8");
  return Date.parse(new RegExp(`"${name}":"([^"]+)"`).exec(page)?.[1] ?? "");
}
