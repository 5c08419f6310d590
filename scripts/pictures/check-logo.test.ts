import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkLogo } from "./check-logo.ts";

test("a plain drawing may be published, also with a gradient of its own", () => {
  const gradient = '<linearGradient id="a"/><path fill="url(#a)" d="M0 0h9"/><use href="#b"/>';
  expect(checkLogo(svg(gradient))).toEqual({ kind: "good" });
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
])("a drawing with %s is refused", (part) => {
  expect(sentenceOf(svg(part))).toMatch(/tem partes que um desenho não precisa/);
});

test("a drawing without its size is refused, and so is a file that is no drawing", () => {
  expect(sentenceOf(svg("<path/>", ""))).toMatch(/não tem viewBox/);
  const file = join(mkdtempSync(join(tmpdir(), "logo-")), "logo.svg");
  writeFileSync(file, "<html></html>");
  expect(sentenceOf(file)).toMatch(/está com defeito/);
});

function sentenceOf(file: string): string {
  const check = checkLogo(file);
  return check.kind === "good" ? "good" : check.sentence;
}

function svg(part: string, size = 'viewBox="0 0 9 9"'): string {
  const file = join(mkdtempSync(join(tmpdir(), "logo-")), "logo.svg");
  writeFileSync(file, `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${part}</svg>\n`);
  return file;
}
