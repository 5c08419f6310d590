import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { checkLogo } from "./check-logo.ts";

test("a plain drawing may be published, also with a gradient of its own", async () => {
  const gradient = '<linearGradient id="a"/><path fill="url(#a)" d="M0 0h9"/><use href="#b"/>';
  expect(checkLogo(await svg(gradient))).toEqual({ kind: "good" });
  expect(checkLogo("public/favicon.svg")).toEqual({ kind: "good" });
});

test.each([
  "<script>alert(1)</script>",
  '<path onclick="alert(1)"/>',
  '<a href="javascript:alert(1)"><path/></a>',
  '<image href="https://example.com/photo.jpg"/>',
  "<foreignObject><p>text</p></foreignObject>",
  '<use href="https://example.com/other.svg#a"/>',
  '<path fill="url(https://example.com/a.svg#a)"/>',
  "<style>@import 'https://example.com/a.css'</style>",
  "<x:script xmlns:x='http://www.w3.org/2000/svg'>alert(1)</x:script>",
  '<a><set attributeName="href" to="java&#115;cript:alert(1)"/></a>',
  '<use href="#a"/><a xlink:href="&#x23;&#10;" href="&#104;ttps://example.com"/>',
  "<style>&#64;import 'https://example.com/a.css'</style>",
  "<style>path { fill: u\\72l(https://example.com/a.svg) }</style>",
  '<object xmlns="http://www.w3.org/1999/xhtml" data="https://example.com"/>',
  "<scr\u001b(Bipt>alert(1)</scr\u001b(Bipt>",
])("a drawing with %s is refused", async (part) => {
  expect(sentenceOf(await svg(part))).toMatch(/tem partes de que um desenho não precisa/);
});

test.each([
  '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>',
  '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
  '<?xml-stylesheet href="https://example.com/a.css"?>',
  '<?xml version="1.0" encoding="iso-2022-jp"?>',
])("a drawing that begins with %s is refused", async (beginning) => {
  const file = await svg("<path/>");
  writeFileSync(file, beginning + readFileSync(file, "utf8"));
  expect(sentenceOf(file)).toMatch(/tem partes de que um desenho não precisa/);
});

test("what drawing programs write around the shapes is accepted", async () => {
  const file = await svg(
    "<title>A &amp; B&#xE7;</title><g inkscape:label='a'><path style='fill:#fff'/></g>",
  );
  const beginning = `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n`;
  writeFileSync(file, beginning + readFileSync(file, "utf8"));
  expect(checkLogo(file)).toEqual({ kind: "good" });
});

test("a drawing without its size is refused, and so is a file that is no drawing", async () => {
  expect(sentenceOf(await svg("<path/>", ""))).toMatch(/não tem viewBox/);
  const file = join(await temporaryFolder(), "logo.svg");
  writeFileSync(file, "<html></html>");
  expect(sentenceOf(file)).toMatch(/está com defeito/);
});

function sentenceOf(file: string): string {
  const check = checkLogo(file);
  return check.kind === "good" ? "good" : check.sentence;
}

async function svg(part: string, size = 'viewBox="0 0 9 9"'): Promise<string> {
  const file = join(await temporaryFolder(), "logo.svg");
  writeFileSync(file, `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${part}</svg>\n`);
  return file;
}
