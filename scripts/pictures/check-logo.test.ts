import { writeFileSync } from "node:fs";
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
])("a drawing with %s is refused", async (part) => {
  expect(sentenceOf(await svg(part))).toMatch(/tem partes que um desenho não precisa/);
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
