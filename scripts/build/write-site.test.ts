import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { cachingRules, keepNamedPictures } from "./write-site.ts";

test("a picture that no page names is not published", async () => {
  const site = await siteWith("ana-720.jpg", "ana-720.avif", "taken-back-720.jpg", "social.jpg");
  await keepNamedPictures(site);
  expect(readdirSync(join(site, "pictures")).sort()).toEqual([
    "ana-720.avif",
    "ana-720.jpg",
    "social.jpg",
  ]);
});

test("a page that names a missing picture ends the build with what to do", async () => {
  const site = await siteWith("ana-720.avif", "social.jpg");
  await expect(keepNamedPictures(site)).rejects.toThrow(
    "A página usa public/pictures/ana-720.jpg, que não existe. Rode npm run pictures.",
  );
});

test("a static host keeps assets for a year, files for minutes, and no page", () => {
  const files = ["index.html", "termos-uso/index.html", "404.html", "assets/a.js", "assets/b.js"];
  expect(cachingRules([...files, "pictures/p.avif", "robots.txt"]).split("\n")).toEqual([
    "/404.html",
    "  Cache-Control: no-cache",
    "/assets/*",
    "  Cache-Control: public, max-age=31536000, immutable",
    "/",
    "  Cache-Control: no-cache",
    "/pictures/*",
    "  Cache-Control: public, max-age=300",
    "/robots.txt",
    "  Cache-Control: public, max-age=300",
    "/termos-uso",
    "  Cache-Control: no-cache",
  ]);
});

async function siteWith(...pictures: string[]): Promise<string> {
  const site = await temporaryFolder();
  const page = `<meta content="https://black.example/pictures/social.jpg"/>
    <source srcSet="/pictures/ana-720.avif 720w"/><img src="/pictures/ana-720.jpg"/>`;
  writeFileSync(join(site, "index.html"), page);
  mkdirSync(join(site, "pictures"));
  for (const file of pictures) writeFileSync(join(site, "pictures", file), "");
  return site;
}
