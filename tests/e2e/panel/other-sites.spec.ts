import { type BrowserContext, expect, test as plain } from "@playwright/test";
import { type SiteWithPanel, startSiteWithPanel } from "#tests/support/built/open-panel.ts";

const evil = "http://evil.example";

// Without the guard of the console: a browser that refuses a frame says so there.
const test = plain.extend<object, { site: SiteWithPanel }>({
  site: [
    async ({ browserName: _ }, use) => {
      const site = await startSiteWithPanel();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
});

test("another site can neither show, nor read, nor change the panel", async ({
  page,
  context,
  site,
}) => {
  await page.goto(await site.newLink());
  await page.getByRole("button", { name: "Entrar" }).click();
  await expect(page).toHaveURL(/\/painel$/);

  await open(context, `<iframe src="${site.url}/painel"></iframe>`);
  await page.goto(evil);
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);

  const read = await page.evaluate(
    (url) => fetch(url, { credentials: "include" }).then(({ status }) => status, String),
    `${site.url}/painel`,
  );
  expect(read).toContain("Failed to fetch");

  for (const path of ["/painel/acao/pausar", "/painel/sair", "/painel/acao/fase/over"]) {
    await open(context, `<form method="post" action="${site.url}${path}"></form>`);
    await page.goto(evil);
    const answered = page.waitForResponse(`${site.url}${path}`);
    await page.locator("form").evaluate((form: { submit: () => void }) => form.submit());
    expect((await answered).status()).toBe(403);
    expect(await (await answered).request().headerValue("cookie")).toBeNull();
  }

  await open(context, `<a href="${site.url}/painel">painel</a>`);
  await page.goto(evil);
  await page.getByRole("link").click();
  await expect(page.getByText("Para entrar, faça um link no servidor")).toBeVisible();

  const own = await context.newPage();
  await own.goto(`${site.url}/painel`);
  await expect(own.getByText("O que foi feito")).toBeVisible();
  for (const done of ["Entregas pausadas", "Momento da aula escolhido", "Saída do painel"])
    await expect(own.getByText(done)).toHaveCount(0);
});

async function open(context: BrowserContext, body: string): Promise<void> {
  await context.unroute(`${evil}/**`);
  const html = `<!doctype html><html lang="en"><title>Evil</title>${body}</html>`;
  await context.route(`${evil}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: html }),
  );
}
