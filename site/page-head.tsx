import { paths } from "#content/paths.ts";
import type { PageHead as PageHeadWords } from "#content/shapes/words.ts";
import { jsonInScript } from "#event/page-schedule.ts";
import type { Publication } from "#event/structured-data.ts";
import type { Page } from "./page-list.tsx";

type PageHeadProps = { page: Page; publication: Publication };

/** The title, description and pictures of a page for browsers, search engines and messengers. */
export function PageHead({ page, publication }: PageHeadProps) {
  const { siteUrl } = publication;
  const words = page.path === paths.landing ? publication.state.head : page.words;
  return (
    <>
      <title>{words.title}</title>
      <meta name="description" content={words.description} />
      <meta name="theme-color" content={import.meta.env.THEME_COLOR} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {page.indexed ? (
        <ShareTags url={`${siteUrl}${page.path}`} siteUrl={siteUrl} words={words} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}

/** Put the component at the end of the page: only search engines read the data, and the first paint need not wait for it. */
export function StructuredData({ page, publication }: PageHeadProps) {
  if (!page.structuredData) return null;
  const data = jsonInScript(page.structuredData(publication));
  return <script type="application/ld+json">{data}</script>;
}

type ShareTagsProps = { url: string; siteUrl: string; words: PageHeadWords };

function ShareTags({ url, siteUrl, words }: ShareTagsProps) {
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="pt_BR" />
      <meta property="og:title" content={words.title} />
      <meta property="og:description" content={words.description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${siteUrl}/pictures/social.jpg`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
