import type { ReactNode } from "react";
import { messages } from "#content/messages.ts";
import { landingPage, pages as words } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import { privacy } from "#content/privacy.ts";
import type { PageHead } from "#content/shapes/words.ts";
import { terms } from "#content/terms.ts";
import { type Publication, structuredData } from "#event/structured-data.ts";
import { firstScreenEndId } from "./pages/fonts/fonts.tsx";
import { Landing } from "./pages/landing.tsx";
import { LegalPage } from "./pages/legal-page.tsx";
import { Group, NotFound, OtherGroup, UnexpectedError } from "./pages/message-page.tsx";
import { Live, Received, Retry } from "./pages/sign-up-pages.tsx";

export type Page = {
  /** The path of the page's HTML file in the built site. */
  file: string;
  path: string;
  /** The name of the module in `site/pages` whose imported style sheets are put into the page. */
  module: "landing" | "legal-page" | "message-page" | "sign-up-pages";
  words: PageHead;
  body: (publication: Publication, lateCss: string) => ReactNode;
  indexed?: true;
  /** Whether the page says something else in each phase of the event. */
  followsEvent?: true;
  /**
   * The id of the element after the first screen: the browser paints nothing before this element has arrived.
   * Undefined for a page that is painted as a whole.
   */
  afterFirstScreen?: string;
  structuredData?: (publication: Publication) => object;
};

const listed = { module: "legal-page", indexed: true } as const;
const message = { module: "message-page" } as const;
const following = { module: "sign-up-pages", followsEvent: true } as const;

const { malformed } = messages.unexpectedError;

export const pageList: Page[] = [
  {
    file: "index.html",
    path: paths.landing,
    module: "landing",
    words: landingPage,
    body: ({ siteUrl }, lateCss) => <Landing siteUrl={siteUrl} lateCss={lateCss} />,
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

/** A page besides the landing page, by its name in `paths` and in `content/pages.ts`. */
function page(name: keyof typeof words, kind: Kind, body: Page["body"]): Page {
  const path = paths[name].slice(1);
  // Hosts look for the page of a status in a file with its number.
  const file = /^\d+$/.test(path) ? `${path}.html` : `${path}/index.html`;
  return { file, path: paths[name], words: words[name], body, ...kind };
}
