import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { addContactPath } from "#lead/contract.ts";
import { calls, leadPopup, openLanding, successPopup } from "#tests/support/browser/landing.ts";
import { fillIn, submitButton, visitor } from "#tests/support/browser/lead-form.ts";
import { test } from "#tests/support/browser/site-test.ts";

const otherPages = [
  "/politica-privacidade",
  "/termos-uso",
  "/inscricao-recebida",
  "/nao-existe",
] as const;

test("a whole visit with a sign-up leaves no cookie and asks nothing of anybody else", async ({
  page,
  context,
  site,
  askedElsewhere,
  complaints,
}) => {
  const asked: string[] = [];
  const withCookies: string[] = [];
  context.on("request", (request) => asked.push(request.url()));
  context.on("response", async (response) => {
    if ("set-cookie" in (await response.allHeaders())) withCookies.push(response.url());
  });
  await openLanding(page, "/?utm_source=bio&fbclid=abc");
  for (const section of await page.getByRole("region").all())
    await section.scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: calls.hero }).click();
  await fillIn(leadPopup(page), visitor());
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();
  for (const path of otherPages) await page.goto(path);
  await page.waitForLoadState("networkidle");

  expect(asked.some((url) => url.endsWith(addContactPath))).toBe(true);
  expect(asked.filter((url) => new URL(url).origin !== site.url)).toEqual([]);
  expect(askedElsewhere).toEqual([]);
  expect(withCookies).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate("document.cookie")).toBe("");
  complaints.length = 0;
});

test("what was read beside the button is what the record of the sign-up says", async ({
  page,
  site,
}) => {
  const ana = visitor();
  await openLanding(page);
  await page.getByRole("button", { name: calls.hero }).click();
  const notice = leadPopup(page).getByText("Ao se inscrever, você recebe");
  const policy = notice.getByRole("link", { name: "Política de Privacidade" });
  await expect(policy).toHaveAttribute("href", "/politica-privacidade");
  const read = (await notice.textContent())?.replace("Política de Privacidade", "").trim();
  await fillIn(leadPopup(page), ana);
  await submitButton(leadPopup(page)).click();
  await expect(successPopup(page)).toBeVisible();

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
