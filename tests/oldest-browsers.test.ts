import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CompatData } from "@mdn/browser-compat-data";
import { transformWithOxc } from "vite";
import { beforeAll, expect, test } from "vitest";
import { newStyles } from "./support/built/new-styles.ts";
import {
  isNew,
  meaningsBelow,
  oldestTargets,
  readCompatData,
} from "./support/built/oldest-browsers.ts";

/** Styles that an oldest browser does not know, and the effect for its visitors. */
const dispensableStyles = {
  "background: color-mix(": "texts without light behind them",
  "box-shadow: color-mix(": "the last step of the prices without light",
  ":details-content": "closed answers are not printed",
  ":has":
    "Firefox: the page scrolls behind a popup, the calm mode keeps its ornament, a lesson plays in its small place",
  ":modal": "Safari 15.4 and 15.5: the page scrolls behind a popup",
  ":selection": "iOS: marked text in the system's colour",
  "@media (forced-colors)": "Safari has no forced colours",
  "@media (scripting)": "without script: arrows that do nothing, texts in the fallback font",
  "align-content: end": "Safari 15.4 and 15.5: the words of the last step stand at its top",
  "align-content: start": "Safari 15.4 and 15.5: the default, which looks the same",
  "ascent-override": "lines move when their font comes",
  "contain-intrinsic-size": "sections are laid out at once",
  "content-visibility": "sections are laid out at once",
  "cursor: pointer": "iOS has no pointer",
  "cursor: progress": "iOS has no pointer",
  "descent-override": "lines move when their font comes",
  "line-gap-override": "lines move when their font comes",
  "overflow-x: clip": "Safari 15: a point before the first perk of a line",
  "overflow: clip": "Safari 15: posters with sharp corners",
  "overscroll-behavior": "the page scrolls on at the end of a popup",
  "overscroll-behavior-x": "a swipe at the end of the carousel may leave the page",
  "scrollbar-color": "the browser's own scroll bar",
  "scrollbar-gutter": "the page moves by a scroll bar's width when a popup opens",
  "scrollbar-width": "the browser's own scroll bar",
  "size-adjust": "lines move when their font comes",
  "text-wrap": "a title may end with a line of one word",
};

let data: CompatData;

beforeAll(async () => {
  data = await readCompatData();
});

test("the pages use no style that an oldest browser lacks, besides the dispensable ones", async () => {
  const pages = await readAll("dist", /\.html$/);
  expect(pages.length).toBeGreaterThan(1);
  const found = pages.flatMap(({ text }) => newStyles(inlined(text, "style"), data.css));
  expect([...new Set(found)].sort()).toEqual(Object.keys(dispensableStyles).sort());
});

test("no ::backdrop uses a custom property: an oldest browser does not inherit it there", async () => {
  const pages = await readAll("dist", /\.html$/);
  const backdrops = pages.flatMap(({ text }) => text.match(/::backdrop\{[^}]*\}/g) ?? []);
  expect(backdrops.join()).toContain("background");
  expect(backdrops.join()).not.toContain("var(");
});

test("our scripts call no function that an oldest browser lacks", async () => {
  expect((await ourScripts()).flatMap(({ text }) => newCalls(text))).toEqual([]);
});

test("an oldest browser can parse all scripts, React's too", async () => {
  const scripts = [...(await ourScripts()), ...(await readAll("dist/assets", /^react.*\.js$/))];
  for (const { name, text } of scripts) {
    const rewritten = await printed(text, oldestTargets);
    expect(rewritten, name).toBe(await printed(text, ["esnext"]));
    expect(text, "Safari before 16.4 knows no lookbehind").not.toMatch(/\(\?<[=!]/);
  }
});

/** Finds calls by name, as a built script has no types. So a new function with the name of an old one is not found. */
function newCalls(script: string): string[] {
  const known = [meaningsBelow(data.api, 2), meaningsBelow(data.javascript["builtins"], 3)];
  // Names of one or two letters were shortened by the build.
  const names = script.match(/\w{3,}(?=\()/g) ?? [];
  const meanings = (name: string) => known.flatMap((below) => below.get(name) ?? []);
  return [...new Set(names)].filter((name) => isNew(...meanings(name))).sort();
}

/** All scripts in files and in pages, except React, which checks for new functions before it calls them. */
async function ourScripts() {
  const files = await readAll("dist/assets", /^(?!react).*\.js$/);
  const pages = await readAll("dist", /\.html$/);
  expect(files.length).toBeGreaterThan(1);
  return [...files, ...pages.map(({ name, text }) => ({ name, text: inlined(text, "script") }))];
}

async function readAll(folder: string, wanted: RegExp) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => wanted.test(name));
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folder, name), "utf8") })),
  );
}

function inlined(html: string, tag: string): string {
  const texts = html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "gs"));
  return [...texts].map(([, text]) => text).join("\n");
}

async function printed(script: string, target: string[]): Promise<string> {
  return (await transformWithOxc(script, "script.js", { target, sourcemap: false })).code;
}
