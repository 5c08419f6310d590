import type { PageHead as PageWords } from "#content/shape.ts";
import { inWords } from "#event/event-words.ts";

type PageHeadProps = { words: PageWords; siteUrl: string; indexed: boolean };

/** What the browser's tab, search engines and messengers show of a page. */
export function PageHead({ words, siteUrl, indexed }: PageHeadProps) {
  const title = inWords(words.title);
  const description = inWords(words.description);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="theme-color" content="#08060c" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {indexed ? (
        <ShareTags
          title={title}
          description={description}
          url={`${siteUrl}${words.path}`}
          siteUrl={siteUrl}
        />
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}

type ShareTagsProps = { title: string; description: string; url: string; siteUrl: string };

function ShareTags({ title, description, url, siteUrl }: ShareTagsProps) {
  return (
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
  );
}
