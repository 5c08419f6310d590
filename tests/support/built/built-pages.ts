import { readdir, readFile } from "node:fs/promises";
import { type HtmlElement, Parser, StaticConfigLoader } from "html-validate";
import { plainText } from "./visible-text.ts";

const config = await new StaticConfigLoader({ elements: ["html5"] }).getConfigFor("index.html");
const parser = new Parser(config);

/** The pages of the built site, each by its file. */
export const builtPages: ReadonlyMap<string, HtmlElement> = await readPages();

async function readPages(): Promise<Map<string, HtmlElement>> {
  const files = await readdir("dist", { recursive: true });
  const pages = new Map<string, HtmlElement>();
  for (const file of files.filter((name) => name.endsWith(".html")))
    pages.set(file, parser.parseHtml(await readFile(`dist/${file}`, "utf8")));
  return pages;
}

export function builtPage(file: string): HtmlElement {
  const page = builtPages.get(file);
  if (!page) throw new Error(`dist/ has no ${file}: it has ${[...builtPages.keys()].join(", ")}`);
  return page;
}

/** The text of the first element that the selector finds. */
export function textOf(place: HtmlElement, selector: string): string {
  return plainText(first(place, selector).textContent);
}

/** An attribute of the first element that the selector finds. */
export function attribute(place: HtmlElement, selector: string, name: string): string {
  return plainText(first(place, selector).getAttributeValue(name) ?? "");
}

/** The links with this name: their label for screen readers, or their text. */
export function linksNamed(place: HtmlElement, name: string): HtmlElement[] {
  return place
    .querySelectorAll("a")
    .filter((link) => plainText(link.getAttributeValue("aria-label") ?? link.textContent) === name);
}

/** The addresses of the links with this name. */
export function addresses(place: HtmlElement, name: string): string[] {
  return linksNamed(place, name).map((link) => plainText(link.getAttributeValue("href") ?? ""));
}

export function first(place: HtmlElement, selector: string): HtmlElement {
  const found = place.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}
