import { readdirSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, type Page } from "@playwright/test";
import type { Lead } from "#lead/lead.ts";
import { pageReportPath } from "#lead/page-report.ts";
import { failedSignUp, lostConnection } from "#tests/support/browser/complaints.ts";
import { test as guarded, shared } from "#tests/support/browser/guarded-test.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { hydrateByUse } from "#tests/support/browser/open-landing.ts";
import { receivedPath } from "#tests/support/browser/other-pages.ts";
import {
  consentBox,
  leadPopup,
  pageForm,
  receivedHeading,
  sendFailedToast,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { sendFromPopup } from "#tests/support/browser/popup-states.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { clockBeforeClass } from "#tests/support/built/before-class.ts";
import { startSite } from "#tests/support/built/running-site.ts";
import { serveFolder } from "#tests/support/built/static-host.ts";
import { buildProduct, copyProduct } from "#tests/support/built/variant-site.ts";
import { layoutShifts, recordLayoutShifts } from "#tests/support/looks/layout-shifts.ts";

/** The pages for another origin are built before they are served; this took 109 s on a machine with 40 busy programs. */
const buildLimitMs = 300_000;

/** A secret among the settings of the machine that builds the pages. */
const secretToken = "3f1d9f2c-secret-of-the-server";

const test = guarded.extend<object, { elsewhere: Awaited<ReturnType<typeof startElsewhere>> }>({
  elsewhere: [shared(startElsewhere), { scope: "worker", timeout: buildLimitMs }],
});

// One worker runs all these journeys, because each worker would build the pages for another origin again.
test.describe.configure({ mode: "default" });

/** Words that only the server needs. ActiveCampaign names its key `Api-Token`. */
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

test("a sign-up passes between two origins, but from an unknown address none is stored", async ({
  page,
  pageConsole,
  elsewhere: { pages, stranger, lead },
}) => {
  pageConsole.allow([/blocked by CORS policy/, lostConnection, failedSignUp("TypeError")]);
  const [ana, bia] = [visitor(), visitor({ name: "Bia" })];
  await signUpAt(page, stranger.url, bia);
  await expect(sendFailedToast(leadPopup(page))).toBeVisible();
  await signUpAt(page, pages.url, ana);
  await expect(successPopup(page)).toBeVisible();
  expect(lead.submissions()).toContainEqual(ana);
  expect(lead.submissions()).not.toContainEqual(bia);
});

async function signUpAt(page: Page, url: string, person: Lead): Promise<void> {
  await page.goto(url);
  await hydrateByUse(page);
  await sendFromPopup(page, person);
}

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

test("on a static host the page follows the visitor's clock", async ({ page }) => {
  const pages = await serveFolder("dist");
  const [start, end] = [builtTime("startDate"), builtTime("endDate")];
  await page.clock.install({ time: start + 60_000 });
  // A static host accepts no page reports, and the browser would complain about its answer.
  await page.route(`${pages.url}${pageReportPath}`, (route) => route.fulfill({ status: 204 }));
  await recordLayoutShifts(page);
  await page.goto(pages.url);
  await expect(page.getByText(words.phases.status.live, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("main").getByRole("link").first()).toHaveText(words.phases.enter);
  // No layout shift: the words are right from the first paint.
  expect(await layoutShifts(page)).toEqual([]);
  await hydrateByUse(page);
  await page.clock.setSystemTime(end + 1_000);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect(page.getByText(words.phases.status.over, { exact: true }).first()).toBeVisible();
  await pages.stop();
});

/** The start or end of the class in the built page, in milliseconds since 1970. A page for a static host keeps the year of its build. */
function builtTime(name: "startDate" | "endDate"): number {
  const page = readFileSync("dist/index.html", "utf8");
  return Date.parse(new RegExp(`"${name}":"([^"]+)"`).exec(page)?.[1] ?? "");
}

/**
 * Starts the built pages on a static host, and the lead function on another port. A second host, the stranger, serves
 * the same pages; the function accepts no sign-ups from there.
 */
async function startElsewhere() {
  const copy = await copyProduct();
  const folder = join(copy, "dist");
  const [pages, stranger] = [await serveFolder(folder), await serveFolder(folder)];
  const lead = await startSite({ ALLOWED_ORIGINS: pages.url, ...clockBeforeClass });
  const account = `ACTIVECAMPAIGN_TOKEN=${secretToken}\nACTIVECAMPAIGN_URL=https://x.example\n`;
  await writeFile(join(copy, ".env"), account);
  await buildProduct(copy, { FUNCTION_URL: lead.url, SITE_URL: pages.url });
  const stop = async () => {
    await Promise.all([pages.stop(), stranger.stop(), lead.stop()]);
    await rm(copy, { recursive: true });
  };
  return { folder, pages, stranger, lead, stop };
}
