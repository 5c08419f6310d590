import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { budgets, overrun, type Weight } from "./budgets.ts";

const ofOtherPages = /^(?:calm|legal|not-found)-/;

test("the document keeps its budget", async () => {
  expect(overrun("document", [await weigh("index.html")])).toBeUndefined();
});

test("no styles stand beside the document", async () => {
  expect(overrun("styles beside the document", await weighAll(/\.css$/))).toBeUndefined();
});

test("our own script keeps its budget", async () => {
  const scripts = await weighAll(/\.js$/);
  const ours = scripts.filter(({ name }) => !name.startsWith("react-") && !ofOtherPages.test(name));
  expect(ours.length).toBeGreaterThan(0);
  expect(overrun("script of ours", ours)).toBeUndefined();
});

test("React's script is React's alone", async () => {
  const react = await weighAll(/^react-.*\.js$/);
  expect(react).toHaveLength(1);
  expect(overrun("script of React", react)).toBeUndefined();
});

test("the fonts keep their budget", async () => {
  const fonts = await weighAll(/\.woff2$/);
  expect(fonts).toHaveLength(2);
  expect(overrun("fonts", fonts)).toBeUndefined();
});

test("what is too heavy is named with what it is made of, and what weighs just as much as it may is not", () => {
  const limit = budgets.document.limitBytes;
  const whole = { name: "index.html", bytes: limit };
  expect(overrun("document", [whole])).toBeUndefined();
  expect(overrun("document", [whole, { name: "more.html", bytes: 1 }])).toMatch(
    new RegExp(
      `^document: ${limit + 1} bytes, 1 more than its budget of ${limit} .+ ${limit} index.html, 1 more.html$`,
    ),
  );
});

async function weighAll(wanted: RegExp): Promise<Weight[]> {
  const names = (await readdir("dist/assets")).filter((name) => wanted.test(name));
  return Promise.all(names.map((name) => weigh(join("assets", name))));
}

/** As it is sent: the brotli copy, where the build has made one. */
async function weigh(file: string): Promise<Weight> {
  const path = join("dist", file);
  const { size } = await stat(`${path}.br`).catch(() => stat(path));
  return { name: file.replace(/^assets./, ""), bytes: size };
}
