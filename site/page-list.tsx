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
  {
    file: "politica-privacidade/index.html",
    path: paths.privacy,
    module: "legal-page",
    words: words.privacy,
    body: () => <LegalPage text={privacy} />,
    indexed: true,
  },
  {
    file: "termos-uso/index.html",
    path: paths.terms,
    module: "legal-page",
    words: words.terms,
    body: () => <LegalPage text={terms} />,
    indexed: true,
  },
  {
    file: "inscricao-recebida/index.html",
    path: paths.received,
    module: "received",
    words: words.received,
    body: ({ state }) => <Received state={state} />,
    followsEvent: true,
  },
  {
    file: "aovivo/index.html",
    path: paths.live,
    module: "live",
    words: words.live,
    body: ({ state }) => <Live state={state} />,
    followsEvent: true,
  },
  {
    file: "grupo/index.html",
    path: paths.group,
    module: "group",
    words: words.group,
    body: () => <Group />,
  },
  {
    file: "grupo/outro/index.html",
    path: paths.otherGroup,
    module: "group",
    words: words.otherGroup,
    body: () => <OtherGroup />,
  },
  {
    file: "404.html",
    path: paths.notFound,
    module: "message-page",
    words: words.notFound,
    body: () => (
      <>
        <MessagePage title={title} lang="en" text={text} />
        {/* `other-page.ts` logs the path. */}
        <span data-missing-path="" />
      </>
    ),
  },
  {
    file: "400.html",
    path: paths.malformed,
    module: "message-page",
    words: words.malformed,
    body: () => <UnexpectedError text={messages.unexpectedError.malformed} />,
  },
  {
    file: "422.html",
    path: paths.retry,
    module: "retry",
    words: words.retry,
    body: () => <Retry />,
    followsEvent: true,
  },
  {
    file: "500.html",
    path: paths.error,
    module: "message-page",
    words: words.error,
    body: () => <UnexpectedError />,
  },
];
