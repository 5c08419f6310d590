import { expect, test } from "vitest";
import { cachingRules } from "./static-host-headers.ts";

test("a static host lets browsers keep assets for a year, other files for minutes, and no page", () => {
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
