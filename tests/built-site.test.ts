import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type ConfigData, HtmlValidate, StaticConfigLoader } from "html-validate";
import { expect, test } from "vitest";
import { live } from "#content/room.ts";

const rules: NonNullable<ConfigData["rules"]> = {
  // These rules are off, because React writes `srcSet`, `<img/>` and `required=""`, which HTML reads in the same way.
  "attr-case": "off",
  "attribute-boolean-style": "off",
  "attribute-empty-style": "off",
  "void-style": "off",
};

/** Styles and scripts of a page. Data for search engines (JSON-LD) is text of the page, not code. */
const codeOfPage = /<style.*?<\/style>|<script(?! type="application\/ld).*?<\/script>/gs;

/** A name in one pair of braces. Two pairs of braces mark a text that the server fills in. */
const nameInBraces = /(?<!\{)\{\w+\}(?!\})/g;

test("every page is valid HTML", async () => {
  const validator = new HtmlValidate(
    new StaticConfigLoader({
      root: true,
      extends: ["html-validate:standard", "html-validate:recommended"],
      rules,
    }),
  );
  const files = await htmlFiles();
  expect(files).toContain("index.html");
  for (const file of files) {
    const html = await readFile(join("dist", file), "utf8");
    const { results } = await validator.validateString(html, file);
    const problems = results.flatMap(({ messages }) => messages);
    expect(
      problems.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
      file,
    ).toEqual([]);
  }
});

test("no file of the site holds the address of the room", async () => {
  const files = await readdir("dist", { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile() && !/\.(?:br|gz)$/.test(one.name)))
    expect(await readFile(join(file.parentPath, file.name), "latin1"), file.name).not.toContain(
      live.replace(/^https:\/\//, ""),
    );
  expect(await readFile("dist/aovivo/index.html", "utf8")).toContain('href="/aovivo"');
});

test("no page shows a name in braces instead of its value", async () => {
  for (const file of await htmlFiles()) {
    const html = await readFile(join("dist", file), "utf8");
    expect(html.replace(codeOfPage, "").match(nameInBraces) ?? [], file).toEqual([]);
  }
});

async function htmlFiles(): Promise<string[]> {
  const files = await readdir("dist", { recursive: true });
  return files.filter((file) => file.endsWith(".html"));
}
