import type { ReactNode } from "react";
import { messages } from "#content/messages.ts";
import { landingPage, pages as words } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import { privacy } from "#content/privacy.ts";
import type { PageHead } from "#content/shapes/words.ts";
import { terms } from "#content/terms.ts";
import { type Publication, structuredData } from "#event/structured-data.ts";
import { firstScreenEndId } from "./pages/fonts/first-screen-end.tsx";
import { Group, OtherGroup } from "./pages/group.tsx";
import { Landing } from "./pages/landing.tsx";
import { LegalPage } from "./pages/legal-page.tsx";
import { Live } from "./pages/live.tsx";
import { MessagePage, UnexpectedError } from "./pages/message-page.tsx";
import { Received } from "./pages/received.tsx";
import { Retry } from "./pages/retry.tsx";

export type Page = {
  /** The path of the page's HTML file in the built site. */
  file: string;
  path: string;
  /** The name of the module in `site/pages` whose imported style sheets are put into the page. */
  module: string;
  words: PageHead;
  body: (publication: Publication, lateCss: string) => ReactNode;
  /** Whether search engines may list the page. */
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

const { title, text } = messages.notFound;

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
  page("privacy", "legal-page", () => <LegalPage text={privacy} />, { indexed: true }),
  page("terms", "legal-page", () => <LegalPage text={terms} />, { indexed: true }),
  page("received", "received", ({ state }) => <Received state={state} />, { followsEvent: true }),
  page("live", "live", ({ state }) => <Live state={state} />, { followsEvent: true }),
  page("group", "group", () => <Group />),
  page("otherGroup", "group", () => <OtherGroup />),
  page("notFound", "message-page", () => (
    <>
      <MessagePage title={title} lang="en" text={text} />
      {/* `other-page.ts` logs the path. */}
      <span data-missing-path="" />
    </>
  )),
  page("malformed", "message-page", () => (
    <UnexpectedError text={messages.unexpectedError.malformed} />
  )),
  page("retry", "retry", () => <Retry />, { followsEvent: true }),
  page("error", "message-page", () => <UnexpectedError />),
];

/** A page besides the landing page, by its name in `paths` and in `content/pages.ts`. */
function page(
  name: keyof typeof words,
  module: string,
  body: Page["body"],
  more: Pick<Page, "indexed" | "followsEvent"> = {},
): Page {
  const path = paths[name].slice(1);
  // Hosts look for the page of a status in a file with its number.
  const file = /^\d+$/.test(path) ? `${path}.html` : `${path}/index.html`;
  return { file, path: paths[name], module, words: words[name], body, ...more };
}
