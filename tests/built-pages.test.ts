import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { type HtmlElement, Parser, StaticConfigLoader } from "html-validate";
import sharp from "sharp";
import { expect, test } from "vitest";
import { fill, planned } from "#content/filled.ts";
import { footer } from "#content/footer.ts";
import { lessons } from "#content/lessons.ts";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { landingPage, legal, pages } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import { presenter } from "#content/presenter.ts";
import { privacy } from "#content/privacy.ts";
import { terms } from "#content/terms.ts";
import { contentType } from "#server/pages/files.ts";
import { plainText } from "#tests/support/built/visible-text.ts";

const config = await new StaticConfigLoader({ elements: ["html5"] }).getConfigFor("index.html");
const parser = new Parser(config);

/** The pages of the built site, by file name. */
const builtPages: ReadonlyMap<string, HtmlElement> = await readPages();
const landing = builtPage("index.html");

// The head of a page must be complete as built, because search engines, messengers and home screens run no script.

const publicPages = [
  { path: paths.landing, file: "index.html", title: fill(landingPage.title, planned) },
  { path: paths.privacy, file: "politica-privacidade/index.html", title: pages.privacy.title },
  { path: paths.terms, file: "termos-uso/index.html", title: pages.terms.title },
];
const otherFiles = [...builtPages.keys()].filter((file) =>
  publicPages.every((one) => one.file !== file),
);

test.each(publicPages)("$path has what search engines and messengers need", (one) => {
  const page = builtPage(one.file);
  expect(textOf(page, "title")).toBe(one.title);
  const description = meta(page, "description");
  expect(description.length).toBeGreaterThan(40);
  expect(description.length).toBeLessThanOrEqual(160);
  const canonical = attribute(page, 'link[rel="canonical"]', "href");
  expect(new URL(canonical).pathname).toBe(one.path);
  expect(meta(page, "og:url")).toBe(canonical);
  expect(meta(page, "og:title")).toBe(one.title);
  expect(meta(page, "og:description")).toBe(description);
  expect(meta(page, "og:type")).toBe("website");
  expect(meta(page, "og:locale")).toBe("pt_BR");
  expect(meta(page, "twitter:card")).toBe("summary_large_image");
  expect(page.querySelectorAll('meta[name="robots"]')).toEqual([]);
});

test.each(otherFiles)("%s asks search engines not to list it", (file) => {
  expect(meta(builtPage(file), "robots")).toBe("noindex");
  expect(builtPage(file).querySelectorAll('link[rel="canonical"]')).toEqual([]);
});

test("the picture for messengers is 1200 by 630", async () => {
  const { pathname } = new URL(meta(landing, "og:image"));
  expect(contentType(pathname)).toBe("image/jpeg");
  expect(await sharp(`dist${pathname}`).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(meta(landing, "og:image:width")).toBe("1200");
  expect(meta(landing, "og:image:height")).toBe("630");
});

test("the icons that the page names are in the site", () => {
  const ofPage = landing.querySelectorAll('link[rel="icon"], link[rel="apple-touch-icon"]');
  expect(ofPage).toHaveLength(3);
  for (const icon of ofPage)
    expect(existsSync(`dist${icon.getAttributeValue("href")}`), `${icon}`).toBe(true);
});

test("robots may read the site, and find the map of three pages", async () => {
  const robots = await readFile("dist/robots.txt", "utf8");
  expect(robots).toContain("User-agent: *\nAllow: /\n");
  const { pathname } = new URL(/^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? "");
  expect(contentType(pathname)).toMatch(/xml/);
  const places = (await readFile(`dist${pathname}`, "utf8")).matchAll(/<loc>([^<]+)<\/loc>/g);
  expect([...places].map(([, place]) => new URL(place ?? "").pathname)).toEqual(
    publicPages.map(({ path }) => path),
  );
});

function meta(page: HtmlElement, name: string): string {
  return attribute(page, `meta[name="${name}"], meta[property="${name}"]`, "content");
}

// The texts and links of the other pages, as visitors without scripts see them.
const { notFound, unexpectedError } = messages;

test.each([
  { file: "politica-privacidade/index.html", text: privacy },
  { file: "termos-uso/index.html", text: terms },
])("$file has its text, a word for the date, and two links back", ({ file, text }) => {
  const page = builtPage(file);
  expect(textOf(page, "h1")).toBe(text.title);
  const sections = page.querySelectorAll("h2");
  expect(sections.length).toBeGreaterThan(5);
  expect(sections).toHaveLength(text.sections.length);
  expect(textOf(page, "main")).toContain(legal.updated.replace("{today}", legal.today));
  expect(addresses(page, legal.back)).toEqual(["/", "/"]);
});

test.each([
  { file: "400.html", title: unexpectedError.title, says: unexpectedError.malformed },
  { file: "404.html", title: notFound.title, says: notFound.text },
  { file: "500.html", title: unexpectedError.title, says: unexpectedError.text },
])("$file says what is wrong, and has a link home", ({ file, title, says }) => {
  const page = builtPage(file);
  expect(textOf(page, "h1")).toBe(title);
  // The headings from the specification are in English.
  expect(page.querySelector("h1")?.getAttributeValue("lang")).toBe("en");
  expect(textOf(page, "main")).toContain(says);
  expect(addresses(page, notFound.home)).toEqual(["/"]);
});

test("the footer has the offer, the company's number, its e-mail and the legal pages", () => {
  const place = first(landing, "footer");
  const text = textOf(landing, "footer");
  for (const part of [footer.name, fill(footer.description, planned), footer.companyNumber])
    expect(text).toContain(part);
  expect(text).toMatch(/\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/);
  expect(addresses(place, links.supportEmail)).toEqual([`mailto:${links.supportEmail}`]);
  expect(addresses(place, privacy.title)).toEqual([paths.privacy]);
  expect(addresses(place, terms.title)).toEqual([paths.terms]);
});

test("each link within a page leads to a part of it", () => {
  const within = [...builtPages].flatMap(([file, page]) =>
    page.querySelectorAll("a[href]").flatMap((link) => {
      const target = String(link.getAttributeValue("href"));
      return target.startsWith("#") ? { file, target, part: page.querySelector(target) } : [];
    }),
  );
  expect(within.length).toBeGreaterThan(2);
  expect(within.filter(({ part }) => !part)).toEqual([]);
});

test("the support chat opens in a new tab, with a phone number and an empty text", () => {
  const [address = ""] = addresses(landing, presenter.support);
  const { host, pathname, searchParams } = new URL(address);
  expect(host).toBe("wa.me");
  expect(pathname).toMatch(/^\/55\d{10,11}$/);
  expect([...searchParams]).toEqual([["text", ""]]);
  for (const chat of linksNamed(landing, presenter.support)) {
    expect(chat.getAttributeValue("target")).toBe("_blank");
    expect(chat.getAttributeValue("rel")).toBe("noopener noreferrer");
  }
});

test("each lesson is a link to its own video", () => {
  const videos = lessons.lessons.flatMap(({ title }) =>
    addresses(landing, lessons.playLabel.replace("{title}", title)),
  );
  expect(videos).toHaveLength(lessons.lessons.length);
  expect(new Set(videos).size).toBe(videos.length);
  for (const video of videos)
    expect(video).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/);
});

async function readPages(): Promise<Map<string, HtmlElement>> {
  const files = await readdir("dist", { recursive: true });
  const pages = new Map<string, HtmlElement>();
  for (const file of files.filter((name) => name.endsWith(".html")))
    pages.set(file, parser.parseHtml(await readFile(`dist/${file}`, "utf8")));
  return pages;
}

function builtPage(file: string): HtmlElement {
  const page = builtPages.get(file);
  if (!page) throw new Error(`dist/ has no ${file}: it has ${[...builtPages.keys()].join(", ")}`);
  return page;
}

/** The text of the first element that the selector finds. */
function textOf(place: HtmlElement, selector: string): string {
  return plainText(first(place, selector).textContent);
}

/** An attribute of the first element that the selector finds. */
function attribute(place: HtmlElement, selector: string, name: string): string {
  return plainText(first(place, selector).getAttributeValue(name) ?? "");
}

/** The links with this name: their label for screen readers, or their text. */
function linksNamed(place: HtmlElement, name: string): HtmlElement[] {
  return place
    .querySelectorAll("a")
    .filter((link) => plainText(link.getAttributeValue("aria-label") ?? link.textContent) === name);
}

/** The addresses of the links with this name or label. */
function addresses(place: HtmlElement, name: string): string[] {
  return linksNamed(place, name).map((link) => plainText(link.getAttributeValue("href") ?? ""));
}

function first(place: HtmlElement, selector: string): HtmlElement {
  const found = place.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}
