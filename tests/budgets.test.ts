import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { overrun, type Weight, weigh } from "./budgets.ts";

test("the document is within the budget for any words of the owner", async () => {
  expect(overrun("document with the owner's words", [await weigh("index.html")])).toBeUndefined();
});

test("the page loads no separate style sheet", async () => {
  expect(overrun("styles beside the document", await weighAll(/\.css$/))).toBeUndefined();
});

test("our own script is within its budget", async () => {
  const ours = await weighAll(/^(?!react-).*\.js$/);
  expect(ours.length).toBeGreaterThan(0);
  expect(overrun("script of ours", ours)).toBeUndefined();
});

test("React is one script of its own, within its budget", async () => {
  const react = await weighAll(/^react-.*\.js$/);
  expect(react).toHaveLength(1);
  expect(overrun("script of React", react)).toBeUndefined();
});

test("the fonts are within their budget", async () => {
  const fonts = await weighAll(/\.woff2$/);
  expect(fonts).toHaveLength(2);
  expect(overrun("fonts", fonts)).toBeUndefined();
});

async function weighAll(wanted: RegExp): Promise<Weight[]> {
  const names = (await readdir("dist/assets")).filter((name) => wanted.test(name));
  return Promise.all(names.map((name) => weigh(join("assets", name))));
}
