import { expect, type Page } from "@playwright/test";
import { failedLoad } from "#tests/support/browser/complaints.ts";
import { test as guarded } from "#tests/support/browser/guarded-test.ts";
import { type SiteWithPanel, startSiteWithPanel } from "#tests/support/built/open-panel.ts";

const test = guarded.extend<object, { site: SiteWithPanel }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await startSiteWithPanel();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site.url),
});

test("the operator enters, pauses the deliveries, resumes them and leaves", async ({
  page,
  context,
  site,
  pageConsole,
}) => {
  await enter(page, await site.newLink());
  await page.getByRole("link", { name: "Pausar as entregas" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pausar as entregas?");
  await page.getByRole("button", { name: "Pausar as entregas" }).click();
  await expect(page).toHaveURL("/painel");
  await expect(page.getByText("Entregas pausadas")).toBeVisible();
  await page.getByRole("link", { name: "Retomar as entregas" }).click();
  await page.getByRole("button", { name: "Retomar as entregas" }).click();
  await expect(page.getByText("Entregas retomadas")).toBeVisible();

  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: "painel", httpOnly: true, sameSite: "Strict", path: "/" });
  expect(await page.evaluate("document.cookie")).toBe("");

  const other = await context.newPage();
  await other.goto("/painel");
  await page.getByRole("button", { name: "Sair do painel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Você saiu do painel");
  expect(await context.cookies()).toEqual([]);
  pageConsole.allow(failedLoad(401));
  await other.reload();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(
    "Este aparelho não está no painel",
  );
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Este aparelho não está no painel",
  );
});

test("a link for reading shows no button, and a button's address refuses", async ({
  page,
  site,
  pageConsole,
}) => {
  await enter(page, await site.newLink("--read-only"));
  await expect(page.getByRole("link", { name: "Pausar as entregas" })).toHaveCount(0);
  pageConsole.allow(failedLoad(403));
  await page.goto("/painel/acao/pausar");
  await expect(page.getByText("Este acesso ao painel é só para ver.")).toBeVisible();
});

test("a link that another device has used says so, and how to get a new one", async ({
  page,
  browser,
  site,
  pageConsole,
}) => {
  const link = await site.newLink();
  const other = await browser.newContext();
  await enter(await other.newPage(), link);
  await other.close();
  await page.goto(link);
  pageConsole.allow(failedLoad(403));
  await page.getByRole("button", { name: "Entrar" }).click();
  await expect(page.getByText("Cada link vale uma vez, por dez minutos.")).toBeVisible();
  await expect(page.getByText("npm run leads -- panel")).toBeVisible();
});

async function enter(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Entrar" }).click();
  await expect(page).toHaveURL(/\/painel$/);
}
