import { readFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { overrun, weigh } from "#tests/budgets.ts";

test("with the delivered words the document is within its budget", async () => {
  expect(overrun("document", [await weigh("index.html")])).toBeUndefined();
});

test("with the delivered words the first screen can be painted before the rest of the document has arrived", async () => {
  const html = await readFile("dist/index.html", "utf8");
  const [, id = ""] = /<link rel="expect" href="#([^"]+)"/.exec(html) ?? [];
  const end = html.indexOf(` id="${id}"`);
  expect(end).toBeGreaterThan(0);
  const { length: bytes } = brotliCompressSync(html.slice(0, end));
  const firstScreen = { name: "index.html", bytes };
  expect(overrun("document until the end of its first screen", [firstScreen])).toBeUndefined();
});
