import { expect, test } from "vitest";
import { builtSite } from "#tests/support/built/built-site.ts";
import { checkBuiltSite } from "./check-built-site.ts";

const url = "https://example.com";

test("a site that was built for this address, with its fonts, is ok", async () => {
  expect(await check(await builtSite(url))).toEqual(["ok built site", "ok fonts"]);
});

test("a site that is not built, that was built for another address, or that lacks a font, fails", async () => {
  expect(await check("/nowhere")).toEqual(["fail built site"]);
  expect(await check(await builtSite(url, []))).toContain("fail fonts");
  expect(await check(await builtSite("http://localhost:3000"))).toContain("fail built site");
  expect(await check(await builtSite("https://example.com.br"))).toContain("fail built site");
});

async function check(site: string): Promise<string[]> {
  const findings = await checkBuiltSite({ folders: { site, pictures: "" } }, url);
  return findings.map(({ level, subject }) => `${level} ${subject}`);
}
