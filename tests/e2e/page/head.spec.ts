import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { failedLoad } from "#tests/support/browser/complaints.ts";
import { malformedPath, receivedPath, unknownPath } from "#tests/support/browser/other-pages.ts";
import { test } from "#tests/support/browser/site-test.ts";
import { words } from "#tests/support/browser/words.ts";

// Search engines, messengers and home screens read the head of a page, and they run no script.
test.use({ javaScriptEnabled: false });

const publicPages = [
  { path: words.paths.landing, title: words.landingPage.title },
  { path: words.paths.privacy, title: words.pages.privacy.title },
  { path: words.paths.terms, title: words.pages.terms.title },
];

for (const { path, title } of publicPages) {
  test(`${path} has what search engines and messengers need`, async ({ page }) => {
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

test("the picture for messengers is 1200 by 630", async ({ page }) => {
  await page.goto("/");
  const address = new URL(await meta(page, "og:image"));
  const answer = await page.request.get(address.pathname);
  expect(answer.headers()["content-type"]).toBe("image/jpeg");
  expect(await sharp(await answer.body()).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(await meta(page, "og:image:width")).toBe("1200");
  expect(await meta(page, "og:image:height")).toBe("630");
});

for (const { path, complaints } of [
  { path: receivedPath, complaints: [] },
  { path: unknownPath, complaints: [failedLoad(404)] },
  { path: malformedPath, complaints: [failedLoad(400)] },
]) {
  test(`${path} asks search engines not to list it`, async ({ page, pageConsole }) => {
    pageConsole.allow(complaints);
    await page.goto(path);
    expect(await meta(page, "robots")).toBe("noindex");
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(0);
  });
}

test("every icon can be loaded", async ({ page }) => {
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

test("the page can be installed on a home screen", async ({ page }) => {
  await page.goto("/");
  const path = await page.locator('link[rel="manifest"]').getAttribute("href");
  const answer = await page.request.get(path ?? "");
  expect(answer.headers()["content-type"]).toMatch(/^application\/manifest\+json/);
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ lang: "pt-BR", start_url: "/" });
  expect(manifest.name).toContain(words.landingPage.name);
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toContain("192x192");
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toContain("512x512");
  for (const { src, sizes } of manifest.icons) {
    if (sizes === "any") continue;
    const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test("robots may read the site, and find the map of three pages", async ({ page }) => {
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
