import { lutimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtSite, publishedSite } from "#tests/support/built/built-site.ts";
import { checkBuiltSite } from "./check-built-site.ts";

const url = "https://example.com";

test("a site that was built for this address, with its fonts, is ok", async () => {
  expect(await check(await builtSite(url))).toEqual(["ok página", "ok fontes"]);
});

test("a site that is not built, that was built for another address, or that lacks a font, fails", async () => {
  expect(await check("/nowhere")).toEqual(["fail página"]);
  expect(await check(await builtSite(url, []))).toContain("fail fontes");
  expect(await check(await builtSite("http://localhost:3000"))).toContain("fail página");
  expect(await check(await builtSite("https://example.com.br"))).toContain("fail página");
});

test("doctor says since when the page is published, in the launch's time", async () => {
  const { root, site } = await publishedSite(url);
  const published = new Date("2026-11-11T23:00:05Z");
  await lutimes(join(root, "build/current"), published, published);
  expect(await textsOf(site)).toEqual([
    "A página publicada é a de 11/11/2026 20:00:05 (-03:00).",
    "As fontes da página estão completas (arquivos: 1).",
  ]);
});

test("doctor names the files that have changed since the page was built, three at most", async () => {
  const { root, site } = await publishedSite(url);
  await writeFile(join(root, "content/hero.ts"), "other words");
  const warning = "Há mudanças que ainda não foram publicadas: content/hero.ts.";
  expect(await textsOf(site)).toContain(warning);
  for (const name of ["a.ts", "b.ts", "c.ts"]) await writeFile(join(root, "content", name), "new");
  const longer = warning.replace("hero.ts.", "a.ts, content/b.ts, content/c.ts e mais 1.");
  expect(await textsOf(site)).toContain(longer);
});

test("doctor says that a version was withdrawn, until the withdrawn files are published again", async () => {
  const { root, site } = await publishedSite(url);
  await writeFile(join(root, "build/withdrawn"), "the files of a later version");
  await writeFile(join(root, "content/hero.ts"), "the words of the withdrawn version");
  expect(await check(site)).toEqual(["ok página", "warn página", "ok fontes"]);
  expect(await textsOf(site)).toContain(
    "Você retirou uma versão: a página publicada é a anterior.",
  );
  await writeFile(join(root, "build/withdrawn"), "its files");
  await writeFile(join(root, "content/hero.ts"), "words");
  expect(await check(site)).toEqual(["ok página", "ok fontes"]);
});

async function check(site: string): Promise<string[]> {
  const findings = await findingsOf(site);
  return findings.map(({ level, subject }) => `${level} ${subject}`);
}

async function textsOf(site: string): Promise<string[]> {
  return (await findingsOf(site)).map(({ text }) => text);
}

function findingsOf(site: string) {
  return checkBuiltSite({ folders: { site, pictures: "" } }, url);
}
