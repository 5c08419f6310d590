import type { Identifier } from "@mdn/browser-compat-data";
import { isNew, type Meanings, meaningsBelow } from "./oldest-browsers.ts";

type Css = { data: Identifier; functions: Meanings };
type Declaration = { property: string; value: string };

/**
 * A block of style declarations. The last prelude (the text before a brace) is that of the block itself; the earlier
 * preludes are those of the blocks around it.
 */
type Block = { preludes: string[]; declarations: Declaration[] };

/** The parts of minified styles that an oldest browser lacks, unless `@supports`, an older line or a prefix replaces them. */
export function newStyles(styles: string, data: Identifier): string[] {
  const css = { data, functions: meaningsBelow(data["types"], 4) };
  const found = readBlocks(styles).flatMap((block) => [
    ...newInPrelude(block, css),
    ...block.declarations.flatMap((one) => newInDeclaration(one, block, css)),
  ]);
  return [...new Set(found)].sort();
}

/** Splits styles at braces and semicolons. No string in our styles contains one. */
function readBlocks(styles: string): Block[] {
  const blocks: Block[] = [];
  const open: Block[] = [];
  for (const [, text = "", end] of styles.matchAll(/([^{};]*)([{};])/g)) {
    if (end === "{") {
      const block = { preludes: [...(open.at(-1)?.preludes ?? []), text.trim()], declarations: [] };
      blocks.push(block);
      open.push(block);
      continue;
    }
    const [property = "", value] = text.split(/:(.*)/s);
    if (value !== undefined) open.at(-1)?.declarations.push({ property, value });
    if (end === "}") open.pop();
  }
  return blocks;
}

function newInPrelude({ preludes }: Block, { data }: Css): string[] {
  const [prelude = "", around = "@"] = preludes.toReversed();
  if (!around.startsWith("@")) return [`nesting in ${around}`];
  const name = atRule(prelude);
  if (!name) return newNames(prelude, /:([a-z-]+)/g, data["selectors"]).map((one) => `:${one}`);
  if (name === "media" && /[<>]/.test(prelude)) return [`range in ${prelude}`];
  const queries = newNames(prelude, /\(([a-z-]+)/g, data["at-rules"]?.["media"]);
  if (name === "media") return queries.map((query) => `@media (${query})`);
  return isNew(data["at-rules"]?.[name]) ? [`@${name}`] : [];
}

function newInDeclaration(declaration: Declaration, block: Block, css: Css): string[] {
  const { property } = declaration;
  const isPrefixedToo = block.declarations.some((one) => one.property === `-webkit-${property}`);
  if (isPrefixedToo || fallsBack(declaration, block, css)) return [];
  const conditions = block.preludes.filter((one) => /^@supports(?! ?not)/.test(one)).join();
  return featuresIn(declaration, block, css)
    .filter((name) => !conditions.includes(name))
    .map((name) => (name === property ? name : `${property}: ${name}`));
}

/**
 * True if an older declaration before a new one replaces the new one in an oldest browser. That never works for a value
 * with a variable, because browsers reject such a value too late.
 */
function fallsBack(declaration: Declaration, block: Block, css: Css): boolean {
  const { property, value } = declaration;
  if (property.startsWith("--") || value.includes("var(")) return false;
  return block.declarations
    .slice(0, block.declarations.indexOf(declaration))
    .some((one) => one.property === property && featuresIn(one, block, css).length === 0);
}

/**
 * The property of a declaration if an oldest browser does not know it; otherwise the parts of its value that an oldest
 * browser does not know.
 */
function featuresIn({ property, value }: Declaration, { preludes }: Block, css: Css): string[] {
  const { data, functions } = css;
  const around = data["at-rules"]?.[atRule(preludes.at(-1) ?? "")];
  if (isNew(around)) return [];
  const known = around?.[property] ?? data["properties"]?.[property];
  if (isNew(known)) return [property];
  const called = [...value.matchAll(/(?<![\w-])([a-z-]+\()/g)].map(([, name = ""]) => name);
  return [
    ...newNames(value, /(?<![\w-])([a-z-]+)(?![\w(-])/g, known),
    ...called.filter((name) => isNew(...(functions.get(name.slice(0, -1)) ?? []))),
  ];
}

function newNames(text: string, pattern: RegExp, known: Identifier | undefined): string[] {
  const names = [...text.matchAll(pattern)].map(([, name = ""]) => name);
  return names.filter((name) => isNew(known?.[name]));
}

function atRule(prelude: string): string {
  return prelude.match(/^@([a-z-]+)/)?.[1] ?? "";
}
