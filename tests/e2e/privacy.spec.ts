import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Request } from "@playwright/test";
import { addContactPath } from "#lead/contract.ts";
import { fillIn } from "#tests/support/browser/lead-form.ts";
import { openLanding } from "#tests/support/browser/open-landing.ts";
import {
  legalPaths,
  receivedPath,
  unknownPath,
  unknownPathComplaints,
} from "#tests/support/browser/other-pages.ts";
import {
  heroCall,
  leadPopup,
  submitButton,
  successPopup,
} from "#tests/support/browser/page-parts.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { visitor } from "#tests/support/browser/visitor.ts";
import { notice, words } from "#tests/support/browser/words.ts";

const policyLabel = words.messages.form.policy;

test("a visit leaves no cookie, goes nowhere else, records what was read", async ({
  page,
  context,
  site,
  requestsElsewhere,
  pageConsole,
}) => {
  pageConsole.allow(unknownPathComplaints);
  const ana = visitor();
  const requested: string[] = [];
  const answered: Request[] = [];
  context.on("request", (request) => requested.push(request.url()));
  context.on("requestfinished", (request) => answered.push(request));
  await openLanding(page, "/?utm_source=bio&fbclid=abc");
  for (const section of await page.getByRole("region").all())
    await section.scrollIntoViewIfNeeded();
  await heroCall(page).click();
  const policy = leadPopup(page).getByRole("link", { name: policyLabel, exact: true });
  await expect(policy).toHaveAttribute("href", words.paths.privacy);
  const sentence = leadPopup(page).getByText(notice);
  await expect(sentence).toBeVisible();
  const read = await sentence.textContent();
  await fillIn(leadPopup(page), ana);
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  // The script of the last page writes this line after all other requests of the page.
  const written = page.waitForEvent("console", (message) => message.text().startsWith("404: "));
  for (const path of [...legalPaths, receivedPath, unknownPath]) await page.goto(path);
  await written;

  expect(requested.some((url) => url.endsWith(addContactPath))).toBe(true);
  expect(requested.filter((url) => new URL(url).origin !== site.url)).toEqual([]);
  expect(requestsElsewhere).toEqual([]);
  expect(answered.length).toBeGreaterThan(0);
  for (const request of answered) {
    const response = await request.response();
    expect(await response?.headerValue("set-cookie"), request.url()).toBeNull();
  }
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate("document.cookie")).toBe("");
  const { signUps } = JSON.parse(await access(site.dataDir, ana.email));
  expect(signUps).toHaveLength(1);
  expect(signUps[0].sentence).toBe(read);
});

async function access(dataDir: string, email: string): Promise<string> {
  const env = { PATH: process.env["PATH"], DATA_DIR: dataDir, DATABASE_URL: "" };
  const command = ["build/server/cli.js", "access", email];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env });
  return stdout;
}
