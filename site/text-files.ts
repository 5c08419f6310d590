import { calendarFile, calendarFilePath } from "#event/calendar.ts";
import type { Publication } from "#event/structured-data.ts";
import { pageList } from "./page-list.tsx";

type TextFile = { file: string; text: string };

/** The text files of the site, for crawlers and for calendars, made at the time `madeAt`. */
export function textFiles(publication: Publication, madeAt: number): TextFile[] {
  const { siteUrl } = publication;
  return [
    { file: "robots.txt", text: `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n` },
    { file: "sitemap.xml", text: sitemap(siteUrl) },
    { file: calendarFilePath.slice(1), text: calendarFile(publication, madeAt) },
  ];
}

function sitemap(siteUrl: string): string {
  const places = pageList
    .filter(({ indexed }) => indexed)
    .map(({ path }) => `  <url><loc>${siteUrl}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...places,
    "</urlset>\n",
  ].join("\n");
}
