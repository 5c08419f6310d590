import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { CompatData, Identifier, SupportStatement } from "@mdn/browser-compat-data";
import { transformWithOxc } from "vite";
import { beforeAll, expect, test } from "vitest";

type Meanings = Map<string, Identifier[]>;

/**
 * The versions of the oldest browsers. They repeat docs/browsers.md, so that a build for newer browsers fails a test.
 */
const oldest = {
  chrome: 109,
  chrome_android: 109,
  samsunginternet_android: 21,
  firefox: 115,
  safari: 15.4,
  safari_ios: 15.4,
};

/** The versions of the oldest browsers in the form that Vite needs. */
const oldestTargets = ["chrome109", "firefox115", "safari15.4", "ios15.4"];

let data: CompatData;

beforeAll(async () => {
  data = await readCompatData();
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

/**
 * Finds new functions by the names of calls, because a built script has no types. A new one with an old name is not
 * found.
 */
function newCalls(script: string): string[] {
  const known = [meaningsBelow(data.api, 2), meaningsBelow(data.javascript["builtins"], 3)];
  // The build shortens names to one or two letters, so these are skipped.
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

/** Reads MDN's data about the browser versions that support each feature. */
async function readCompatData(): Promise<CompatData> {
  const file = createRequire(import.meta.url).resolve("@mdn/browser-compat-data");
  return JSON.parse(await readFile(file, "utf8"));
}

/**
 * Whether each feature of this name is missing in at least one of the oldest browsers. A name that is not in MDN's data
 * counts as supported.
 */
function isNew(...meanings: (Identifier | undefined)[]): boolean {
  const supports = meanings.flatMap((meaning) => meaning?.__compat?.support ?? []);
  const isMissing = (support: object) =>
    Object.entries(oldest).some(
      ([browser, version]) => !knows(Reflect.get(support, browser), version),
    );
  return supports.length > 0 && supports.every(isMissing);
}

function knows(statement: SupportStatement | undefined, version: number): boolean {
  const statements = statement ? [statement].flat() : [];
  return statements.some((one) => {
    const { version_added: added, version_removed: removed = "Infinity" } = one;
    const changed = one.flags ?? one.prefix ?? one.alternative_name;
    if (changed || added === false) return false;
    return Number.parseFloat(added.replace("≤", "")) <= version && Number(removed) > version;
  });
}

/**
 * The features of each name in MDN's data, down to the given number of levels below `top`. A feature like
 * `canParse_static` has the name `canParse`.
 */
function meaningsBelow(top: Identifier | undefined, levels: number): Meanings {
  const meanings: Meanings = new Map();
  collect(top, levels, meanings);
  return meanings;
}

function collect(from: Identifier | undefined, levels: number, meanings: Meanings): void {
  for (const key of Object.keys(from ?? {})) {
    const below = key === "__compat" ? undefined : from?.[key];
    if (!below) continue;
    const name = key.replace(/_static$/, "");
    meanings.set(name, [...(meanings.get(name) ?? []), below]);
    if (levels > 1) collect(below, levels - 1, meanings);
  }
}
