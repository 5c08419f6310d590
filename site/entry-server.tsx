import { prerender } from "react-dom/static";
import { messages } from "#content/messages.ts";
import { landingPage, pages as words } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import { privacy } from "#content/privacy.ts";
import { terms } from "#content/terms.ts";
import { calendarFile, calendarFilePath } from "#event/calendar.ts";
import { type Publication, structuredData } from "#event/structured-data.ts";
import { Document, type Page, type PageAssets } from "./document.tsx";
import { firstScreenEndId } from "./pages/fonts/fonts.tsx";
import { Landing } from "./pages/landing.tsx";
import { LegalPage } from "./pages/legal-page.tsx";
import { Group, NotFound, OtherGroup, UnexpectedError } from "./pages/message-page.tsx";
import { Live, Received, Retry } from "./pages/sign-up-pages.tsx";

const listed = { module: "legal-page", indexed: true } as const;
const message = { module: "message-page" } as const;
const following = { module: "sign-up-pages", followsEvent: true } as const;

const { malformed } = messages.unexpectedError;

export const pages: Page[] = [
  {
    file: "index.html",
    path: paths.landing,
    module: "landing",
    words: landingPage,
    body: (_, lateCss) => <Landing lateCss={lateCss} />,
    indexed: true,
    followsEvent: true,
    afterFirstScreen: firstScreenEndId,
    structuredData,
  },
  page("privacy", listed, () => <LegalPage text={privacy} />),
  page("terms", listed, () => <LegalPage text={terms} />),
  page("received", following, ({ state }) => <Received state={state} />),
  page("live", following, ({ state }) => <Live state={state} />),
  page("retry", following, () => <Retry />),
  page("group", message, () => <Group />),
  page("otherGroup", message, () => <OtherGroup />),
  page("notFound", message, () => <NotFound />),
  page("malformed", message, () => <UnexpectedError text={malformed} />),
  page("error", message, () => <UnexpectedError />),
];

type Kind = Pick<Page, "module" | "indexed" | "followsEvent">;

/** Makes a page other than the landing page, by its name in `paths` and in `content/pages.ts`. */
function page(name: keyof typeof words, kind: Kind, body: Page["body"]): Page {
  const path = paths[name].slice(1);
  // Static hosts look for the page of an HTTP status in a file with its number, such as `404.html`.
  const file = /^\d+$/.test(path) ? `${path}.html` : `${path}/index.html`;
  return { file, path: paths[name], words: words[name], body, ...kind };
}

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

/** The text files of the site, for crawlers and calendars, made at the time `madeAt`: pairs of file name and text. */
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
