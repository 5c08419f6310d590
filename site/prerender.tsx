import { prerender } from "react-dom/static";
import { Document, type PageAssets } from "./document.tsx";
import { PageHead } from "./page-head.tsx";
import { type Page, pageList } from "./page-list.tsx";

export const pages: Page[] = pageList;

/** One page as a complete document. */
export async function renderPage(page: Page, assets: PageAssets, siteUrl: string): Promise<string> {
  const head = <PageHead words={page.words} siteUrl={siteUrl} indexed={page.indexed} />;
  const { prelude } = await prerender(
    <Document head={head} assets={assets}>
      {page.body}
    </Document>,
  );
  return new Response(prelude).text();
}
