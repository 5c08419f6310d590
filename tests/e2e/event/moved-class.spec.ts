import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { fill, planned } from "#content/filled.ts";
import { launch } from "#content/launch.ts";
import { priceReveal } from "#content/price-reveal.ts";
import { editionAt } from "#event/edition.ts";
import { timesInWords } from "#event/event-state.ts";
import { dayMs, hourMs, wallClock } from "#event/time-zone.ts";
import { test } from "#tests/support/browser/guarded-test.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { hydrateByUse } from "#tests/support/browser/open-landing.ts";
import { openLeadPopup, successPopup } from "#tests/support/browser/page-parts.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { words } from "#tests/support/browser/words.ts";
import { clockBeforeClass, timeBeforeClass } from "#tests/support/built/before-class.ts";
import { type RunningSite, startSite } from "#tests/support/built/running-site.ts";
import { visibleText } from "#tests/support/built/visible-text.ts";

const { timeZone } = launch.event;
const { start } = editionAt(launch.event, timeBeforeClass());
const movedTo = start + dayMs + hourMs;
const times = timesInWords(movedTo, timeZone);
/** Servers notice the operator's action within two seconds; the limit is longer, because a busy machine is slow. */
const followed = { timeout: 20_000 };

let site: RunningSite;

test.beforeEach(async () => {
  site = await startSite(clockBeforeClass);
});
test.afterEach(() => site.stop());

test("a moved class has its new date in every text, until it is moved back", async ({ page }) => {
  await move(wallClock(movedTo, timeZone).toISOString().slice(0, "2026-11-11T20:00".length));
  const moved = fill(priceReveal.priceLabel, times);
  await expect.poll(textOfPage, followed).toContain(moved);
  await page.goto(site.url);
  await hydrateByUse(page);
  const popup = await openLeadPopup(page);
  await fillIn(popup, visitor());
  await popup.getByRole("button", { name: words.messages.form.submit }).click();
  await expect(successPopup(page)).toContainText(times.date);
  await expect(successPopup(page)).not.toContainText(planned.date);
  await expect(page.locator("main")).not.toContainText(planned.date);
  // This hour, which the owner wrote for another purpose, must not change.
  const support = `O suporte responde até as ${times.hour}.`;
  await page.locator("footer").evaluate((footer, text) => footer.append(text), support);

  await move("back");
  await expect.poll(textOfPage, followed).toContain(words.priceReveal.priceLabel);
  // A tab that becomes visible again asks the server at once.
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await expect(page.getByText(words.priceReveal.priceLabel, { exact: true })).toBeAttached(
    followed,
  );
  await expect(page.locator("main")).not.toContainText(times.date);
  await expect(page.locator("footer")).toContainText(support);
  const hour = String(launch.event.hour).padStart(2, "0");
  await expect(page.locator("footer time[data-event='hour']").first()).toHaveAttribute(
    "datetime",
    new RegExp(`^${hour}:`),
  );
});

function move(to: string) {
  const env = { ...process.env, DATA_DIR: site.dataDir, DATABASE_URL: "", ...clockBeforeClass };
  return promisify(execFile)(process.execPath, ["build/server/cli.js", "move", to], { env });
}

async function textOfPage(): Promise<string> {
  return visibleText(await (await fetch(site.url)).text());
}
