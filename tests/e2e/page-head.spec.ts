import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { test } from "#tests/support/browser/site-test.ts";

// For whoever reads the page without running it: search engines, messengers, home screens.
test.use({ javaScriptEnabled: false });

const publicPages = [
  { path: "/", title: /Black AHSD.*11\sde\snovembro/ },
  { path: "/politica-privacidade", title: /^Política de Privacidade \| Black AHSD$/ },
  { path: "/termos-uso", title: /^Termos de Uso \| Black AHSD$/ },
];

for (const { path, title } of publicPages) {
  test(`${path} can be found and shared`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    const description = await meta(page, "description");
    expect(description.length).toBeGreaterThan(40);
    expect(description.length).toBeLessThanOrEqual(160);

    const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
    expect(new URL(canonical ?? "").pathname).toBe(path);
    expect(await meta(page, "og:url")).toBe(canonical);
    expect(await meta(page, "og:title")).toBe(await page.title());
    expect(await meta(page, "og:description")).toBe(description);
    expect(await meta(page, "og:type")).toBe("website");
    expect(await meta(page, "og:locale")).toBe("pt_BR");
    expect(await meta(page, "twitter:card")).toBe("summary_large_image");
    await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  });
}

test("the picture that is shared is 1200 by 630", async ({ page }) => {
  await page.goto("/");
  const address = new URL(await meta(page, "og:image"));
  const answer = await page.request.get(address.pathname);
  expect(answer.headers()["content-type"]).toBe("image/jpeg");
  expect(await sharp(await answer.body()).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(await meta(page, "og:image:width")).toBe("1200");
  expect(await meta(page, "og:image:height")).toBe("630");
});

for (const path of ["/inscricao-recebida", "/nao-existe", "/%E0%A4%A"]) {
  test(`${path} is not for search engines`, async ({ page, complaints }) => {
    await page.goto(path);
    expect(await meta(page, "robots")).toBe("noindex");
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
    complaints.length = 0;
  });
}

test("every icon is there", async ({ page }) => {
  await page.goto("/");
  const icons = page.locator('link[rel~="icon"], link[rel="apple-touch-icon"]');
  const paths = await icons.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(paths).toHaveLength(3);
  for (const path of paths) {
    const answer = await page.request.get(path);
    expect(answer.status()).toBe(200);
    expect(answer.headers()["content-type"]).toMatch(/^image\//);
  }
});

test("the page can be kept on a home screen", async ({ page }) => {
  await page.goto("/");
  const path = await page.locator('link[rel="manifest"]').getAttribute("href");
  const answer = await page.request.get(path ?? "");
  expect(answer.headers()["content-type"]).toMatch(/^application\/manifest\+json/);
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ lang: "pt-BR", start_url: "/" });
  expect(manifest.name).toContain("Black AHSD");
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toContain("192x192");
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toContain("512x512");
  for (const { src, sizes } of manifest.icons) {
    if (sizes === "any") continue;
    const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test("robots are let in and led to the map of three pages", async ({ page }) => {
  const robots = await (await page.request.get("/robots.txt")).text();
  expect(robots).toContain("User-agent: *\nAllow: /\n");
  const map = /^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? "";
  const answer = await page.request.get(new URL(map).pathname);
  expect(answer.headers()["content-type"]).toMatch(/xml/);
  const places = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)];
  expect(places.map(([, place]) => new URL(place ?? "").pathname)).toEqual(
    publicPages.map(({ path }) => path),
  );
});

async function meta(page: Page, name: string): Promise<string> {
  const tag = page.locator(`meta[name="${name}"], meta[property="${name}"]`);
  return (await tag.getAttribute("content")) ?? "";
}
