import { landingPage } from "#content/pages.ts";
import { calendarFile, calendarFilePath } from "#event/calendar.ts";
import type { Publication } from "#event/structured-data.ts";
import { pageList } from "./page-list.tsx";

type TextFile = { file: string; text: string };

/** The text files of the site, for crawlers and for calendars. */
export function textFiles({ siteUrl, state }: Publication): TextFile[] {
  return [
    { file: "robots.txt", text: `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n` },
    { file: "sitemap.xml", text: sitemap(siteUrl) },
    { file: calendarFilePath.slice(1), text: calendar({ siteUrl, state }) },
  ];
}

function calendar({ siteUrl, state }: Publication): string {
  return calendarFile({
    period: state.edition,
    title: landingPage.name,
    text: landingPage.description,
    url: `${siteUrl}/`,
  });
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
