import { type BrowserContext, expect } from "@playwright/test";
import { failedLoad } from "#tests/support/browser/complaints.ts";
import { test as guarded, shared } from "#tests/support/browser/guarded-test.ts";
import { type RunningPanel, startPanel } from "#tests/support/panel/running-panel.ts";

const test = guarded.extend<object, { site: RunningPanel }>({
  site: [shared(() => startPanel()), { scope: "worker" }],
  baseURL: ({ site }, use) => use(site.url),
});
/** A test without the check of the console, because a browser that blocks a frame writes an error there. */
const unguarded = test.extend({
  pageConsole: ({ page: _ }, use) => use({ allow: () => {}, complaints: () => [] }),
});

// One worker runs both tests, because each starts a server. The first test needs a panel in which nothing was done.
test.describe.configure({ mode: "default" });

const evil = "http://evil.example";

unguarded(
  "another site can neither show, nor read, nor change the panel",
  async ({ page, context, site }) => {
    await site.enter(page);

    await open(context, `<iframe src="${site.url}/painel"></iframe>`);
    await page.goto(evil);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);

    const read = await page.evaluate(
      (url) => fetch(url, { credentials: "include" }).then(({ status }) => status, String),
      `${site.url}/painel`,
    );
    expect(read).toContain("Failed to fetch");

    const path = "/painel/acao/pause";
    await open(context, `<form method="post" action="${site.url}${path}"></form>`);
    await page.goto(evil);
    const answered = page.waitForResponse(`${site.url}${path}`);
    await page.locator("form").evaluate((form: { submit: () => void }) => form.submit());
    expect((await answered).status()).toBe(403);
    expect(await (await answered).request().headerValue("cookie")).toBeNull();
    // If the browser showed the answer only later, the answer would interrupt the next visit.
    await page.waitForURL(`${site.url}${path}`);

    await open(context, `<a href="${site.url}/painel">painel</a>`);
    await page.goto(evil);
    await page.getByRole("link").click();
    await expect(page.getByText("Para entrar, faça um link no servidor")).toBeVisible();

    await open(context, `<a href="${site.url}/painel/entrar/..%2Facao%2Fpause">entrar</a>`);
    await page.goto(evil);
    await page.getByRole("link").click();
    await expect(page.getByText("Painel da Black AHSD")).toBeVisible();
    const button = page.getByRole("button");
    if (await button.isVisible()) await button.click();

    const own = await context.newPage();
    await own.goto(`${site.url}/painel`);
    await expect(own.getByText("O que foi feito")).toBeVisible();
    await expect(own.getByText("Entregas pausadas")).toHaveCount(0);
  },
);

test("the operator enters, pauses the deliveries, resumes them and leaves", async ({
  page,
  context,
  site,
  pageConsole,
}) => {
  await site.enter(page);
  const deliveries = page.getByRole("region", { name: "Entrega ao ActiveCampaign" });
  await deliveries.getByText("Outras mudanças").click();
  await deliveries.getByRole("link", { name: "Pausar as entregas" }).click();
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

async function open(context: BrowserContext, body: string): Promise<void> {
  await context.unroute(`${evil}/**`);
  const html = `<!doctype html><html lang="en"><title>Evil</title>${body}</html>`;
  await context.route(`${evil}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: html }),
  );
}
