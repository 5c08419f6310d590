import { prerender } from "react-dom/static";
import { calendarFile, calendarFilePath } from "#event/calendar.ts";
import type { Publication } from "#event/structured-data.ts";
import { Document, type PageAssets } from "./document.tsx";
import { type Page, pageList } from "./page-list.tsx";

export const pages: Page[] = pageList;

/** Renders one page as a complete HTML document. */
export async function renderPage(
  page: Page,
  assets: PageAssets,
  publication: Publication,
): Promise<string> {
  const { prelude } = await prerender(
    <Document page={page} assets={assets} publication={publication} />,
  );
  return new Response(prelude).text();
}

/** The text files of the site, for crawlers and for calendars, made at the time `madeAt`: file name and text. */
export function textFiles(publication: Publication, madeAt: number): [string, string][] {
  const { siteUrl } = publication;
  const indexed = pages.filter((page) => page.indexed);
  const places = indexed.map(({ path }) => `  <url><loc>${siteUrl}${path}</loc></url>\n`);
  return [
    ["robots.txt", `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}/sitemap.xml\n`],
    [
      "sitemap.xml",
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places.join("")}</urlset>
`,
    ],
    [calendarFilePath.slice(1), calendarFile(publication, madeAt)],
  ];
}
