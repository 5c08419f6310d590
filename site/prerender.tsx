import { prerender } from "react-dom/static";
import { pageSchedule } from "#event/page-schedule.ts";
import type { Publication } from "#event/structured-data.ts";
import { Document, type PageAssets } from "./document.tsx";
import { PageHead, StructuredData } from "./page-head.tsx";
import { type Page, pageList } from "./page-list.tsx";
import { textFiles as listTextFiles } from "./text-files.ts";

export const pages: Page[] = pageList;
export const textFiles = listTextFiles;

/** Renders one page as a complete HTML document. */
export async function renderPage(
  page: Page,
  assets: PageAssets,
  publication: Publication,
): Promise<string> {
  const { state } = publication;
  const { prelude } = await prerender(
    <Document
      head={<PageHead page={page} publication={publication} />}
      assets={assets}
      afterFirstScreen={page.afterFirstScreen}
      schedule={page.followsEvent ? pageSchedule(state, "file") : undefined}
    >
      {page.body(state, assets.lateCss)}
      <StructuredData page={page} publication={publication} />
    </Document>,
  );
  return new Response(prelude).text();
}
