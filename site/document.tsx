import type { ReactNode } from "react";
import { paths } from "#content/paths.ts";
import type { PageHead } from "#content/shapes/words.ts";
import { jsonInScript, pageSchedule, scheduleId } from "#event/page-schedule.ts";
import type { Publication } from "#event/structured-data.ts";
import eventPage from "./inline/event-page.ts?script";
import loadPageScript from "./inline/load-page-script.ts?script";
import otherPage from "./inline/other-page.ts?script";
import { firstScreenFontsId, headingFace, OtherPageFonts } from "./pages/fonts/fonts.tsx";
import { Announcement } from "./ui/dialog/dialog.tsx";

export type Page = {
  /** The path of the page's HTML file in the built site. */
  file: string;
  path: string;
  /** The name of the module in `site/pages` whose imported style sheets are put into the page. */
  module: "landing" | "legal-page" | "message-page" | "sign-up-pages";
  words: PageHead;
  body: (publication: Publication, lateCss: string) => ReactNode;
  indexed?: true;
  /** Whether the page shows other texts in each phase of the event. */
  followsEvent?: true;
  /**
   * The id of the element after the first screen: the browser paints nothing before this element has arrived. Undefined
   * for a page that is painted as a whole.
   */
  afterFirstScreen?: string;
  structuredData?: (publication: Publication) => object;
};

export type PageAssets = {
  /** The CSS text of the page, for a style element in its head. */
  css: string;
  /** The CSS text for the parts of the page after the first screen. */
  lateCss: string;
  /** The URL of the landing page's script, which loads after the first paint. */
  script: string;
};

/** The id of the last element of a page that is painted as a whole. */
const endId = "end";

type DocumentProps = { page: Page; assets: PageAssets; publication: Publication };

export function Document({ page, assets, publication }: DocumentProps) {
  const { afterFirstScreen, followsEvent, structuredData } = page;
  const { state } = publication;
  const schedule = followsEvent ? pageSchedule(state, "file") : undefined;
  return (
    <html lang="pt-BR" data-phase={schedule?.phase}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <Head page={page} publication={publication} />
        {/*
         * The page's script reads the schedule in this element; our server and the script keep the schedule up to date.
         */}
        {schedule && (
          <script type="application/json" id={scheduleId}>
            {jsonInScript(schedule)}
          </script>
        )}
        <style>{assets.css + (afterFirstScreen ? headingFace : "")}</style>
        {!afterFirstScreen && <OtherPageFonts />}
        {/*
         * The browser paints nothing before the whole first screen, or the whole short page, has arrived, because the
         * parts that are painted earlier would move when the other parts arrive.
         */}
        <link rel="expect" href={`#${afterFirstScreen ?? endId}`} blocking="render" />
        {afterFirstScreen && (
          <link
            rel="expect"
            href={`#${firstScreenFontsId}`}
            blocking="render"
            media="(scripting: none)"
          />
        )}
      </head>
      <body>
        {page.body(publication, assets.lateCss)}
        {/*
         * The structured data is at the end of the page: only search engines read it, and the first paint need not wait
         * for it.
         */}
        {structuredData && (
          <script type="application/ld+json">{jsonInScript(structuredData(publication))}</script>
        )}
        {schedule && <Announcement />}
        {afterFirstScreen ? (
          // The script is at the end of the page: at the beginning, the browser would run the script before the first
          // paint, although the script only waits for this paint.
          <script data-src={assets.script}>{loadPageScript}</script>
        ) : (
          <>
            <script>{otherPage}</script>
            {schedule && <script>{eventPage}</script>}
            <span id={endId} />
          </>
        )}
      </body>
    </html>
  );
}

type HeadProps = { page: Page; publication: Publication };

/** The title, description and pictures of a page for browsers, search engines and messengers. */
function Head({ page, publication: { siteUrl, state } }: HeadProps) {
  const { title, description } = page.path === paths.landing ? state.head : page.words;
  const url = siteUrl + page.path;
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="theme-color" content={import.meta.env.THEME_COLOR} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      {page.indexed ? (
        <>
          <link rel="canonical" href={url} />
          <meta property="og:type" content="website" />
          <meta property="og:locale" content="pt_BR" />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={url} />
          <meta property="og:image" content={`${siteUrl}/pictures/social.jpg`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}
