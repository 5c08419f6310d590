import { readFile } from "node:fs/promises";
import type { HtmlElement } from "html-validate";
import sharp from "sharp";
import { expect, test } from "vitest";
import { courses } from "#content/courses.ts";
import { faq } from "#content/faq.ts";
import { launch } from "#content/launch.ts";
import { landingPage, pages } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import { contentType } from "#server/pages/files.ts";
import { attribute, builtPage, builtPages, textOf } from "./support/built/built-pages.ts";

// Search engines, messengers and home screens read the head of a page as it was built, and they run no script.

const landing = builtPage("index.html");
const publicPages = [
  { path: paths.landing, file: "index.html", title: landingPage.title },
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

test("every page names three icons, each a picture in the site", async () => {
  for (const page of builtPages.values()) {
    const icons = page.querySelectorAll('link[rel="icon"], link[rel="apple-touch-icon"]');
    expect(icons).toHaveLength(3);
    for (const icon of icons) {
      const path = String(icon.getAttributeValue("href"));
      expect(contentType(path)).toMatch(/^image\//);
      expect((await readFile(`dist${path}`)).length).toBeGreaterThan(0);
    }
  }
});

test("the page can be installed on a home screen", async () => {
  const path = attribute(landing, 'link[rel="manifest"]', "href");
  expect(contentType(path)).toMatch(/^application\/manifest\+json/);
  const manifest = JSON.parse(await readFile(`dist${path}`, "utf8"));
  expect(manifest).toMatchObject({ lang: "pt-BR", start_url: "/" });
  expect(manifest.name).toContain(landingPage.name);
  const icons: { src: string; sizes: string }[] = manifest.icons;
  const sizes = icons.map((icon) => icon.sizes);
  expect(sizes).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  for (const icon of icons.filter((one) => one.sizes !== "any")) {
    const { width, height } = await sharp(`dist${icon.src}`).metadata();
    expect(`${width}x${height}`).toBe(icon.sizes);
  }
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

// The fields that Google requires: https://developers.google.com/search/docs/appearance/structured-data
// (event, course, faqpage, carousel). A virtual event needs its mode of attendance too.
test("the event is online, on the day and at the hour of content/launch.ts in São Paulo", () => {
  const event = described("Event");
  expect(event).toMatchObject({
    name: landingPage.name,
    eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
    eventStatus: "https://schema.org/EventScheduled",
    location: { "@type": "VirtualLocation", url: expect.stringMatching(/^https?:/) },
    organizer: { "@type": "Organization", name: expect.stringMatching(/./) },
    description: landingPage.description,
    image: [expect.stringMatching(/^https?:.*\.jpg$/)],
  });
  expect(event["startDate"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/);
  const { day, month, hour, minute } = launch.event;
  const [dd, mm, hh, min] = [day, month, hour, minute].map((one) => String(one).padStart(2, "0"));
  expect(inSaoPaulo(event["startDate"])).toBe(`${dd}/${mm}, ${hh}:${min}`);
});

test("each course has a name, a description, a provider and a place on the page", () => {
  const items = listIn(described("ItemList"), "itemListElement");
  expect(items).toHaveLength(courses.courses.length);
  const places = new Set<string>();
  for (const [index, { "@type": type, position, item }] of items.entries()) {
    expect({ type, position }).toEqual({ type: "ListItem", position: index + 1 });
    expect(item).toMatchObject({
      "@type": "Course",
      description: expect.stringMatching(/./),
      provider: { "@type": "Organization", name: expect.stringMatching(/./) },
    });
    const { hash } = new URL(item.url);
    expect(textOf(landing, hash)).toContain(item.name);
    places.add(hash);
  }
  expect(places.size).toBe(courses.courses.length);
});

test("the questions are those of the page, with their answers", () => {
  const entries = listIn(described("FAQPage"), "mainEntity");
  expect(entries).toHaveLength(faq.questions.length);
  const shown = textOf(landing, "#perguntas");
  for (const { "@type": type, name, acceptedAnswer } of entries) {
    expect([type, acceptedAnswer["@type"]]).toEqual(["Question", "Answer"]);
    expect(shown).toContain(name);
    expect(shown).toContain(acceptedAnswer.text);
  }
});

function meta(page: HtmlElement, name: string): string {
  return attribute(page, `meta[name="${name}"], meta[property="${name}"]`, "content");
}

function described(type: string): Record<string, unknown> {
  const data = JSON.parse(textOf(landing, 'script[type="application/ld+json"]'));
  expect(data["@context"]).toBe("https://schema.org");
  return data["@graph"].find((thing: Record<string, unknown>) => thing["@type"] === type);
}

function listIn(thing: Record<string, unknown>, name: string) {
  const list = thing[name];
  if (!Array.isArray(list)) throw new Error(`the page describes no ${name}`);
  return list;
}

function inSaoPaulo(moment: unknown): string {
  return new Intl.DateTimeFormat("pt-BR", {
    timeZone: "America/Sao_Paulo",
    day: "2-digit",
    month: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).format(Date.parse(String(moment)));
}
