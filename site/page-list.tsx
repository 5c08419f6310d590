import type { ReactNode } from "react";
import { messages } from "#content/messages.ts";
import { landingPage, pages as words } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import type { PageHead } from "#content/shapes/pages.ts";
import type { EventState } from "#event/event-state.ts";
import { type Publication, structuredData } from "#event/structured-data.ts";
import { type PageModule, pageModules } from "./page-modules.ts";
import { Landing } from "./pages/landing.tsx";
import { Live } from "./pages/live.tsx";
import { NotFound } from "./pages/not-found.tsx";
import { Privacy } from "./pages/privacy.tsx";
import { Received } from "./pages/received.tsx";
import { Retry } from "./pages/retry.tsx";
import { Terms } from "./pages/terms.tsx";
import { UnexpectedError } from "./pages/unexpected-error.tsx";

export type Page = {
  /** The path of the page's HTML file in the built site. */
  file: string;
  /** The module whose imported style sheets are put into the page. */
  module: PageModule;
  /** The files of the scripts that the page loads after its first paint. */
  scripts: string[];
  /**
   * The id of the first element below the first screen: the browser paints nothing before this element has arrived.
   * Undefined for a page that is painted as it arrives.
   */
  afterFirstScreen?: string;
  /** Whether search engines may list the page. */
  indexed: boolean;
  path: string;
  words: PageHead;
  structuredData?: (publication: Publication) => object;
  /** Whether the page says something else in each phase of the event. */
  followsEvent: boolean;
  body: (state: EventState) => ReactNode;
};

const { malformed } = messages.unexpectedError;
const followEvent = "site/event/follow-event.ts";

export const pageList: Page[] = [
  {
    file: "index.html",
    module: pageModules.landing,
    scripts: ["site/hydrate.ts", followEvent],
    afterFirstScreen: "aulas-gratuitas-title",
    indexed: true,
    path: paths.landing,
    words: landingPage,
    structuredData,
    followsEvent: true,
    body: (state) => <Landing state={state} />,
  },
  {
    file: "politica-privacidade/index.html",
    module: pageModules.privacy,
    scripts: ["site/legal.ts"],
    indexed: true,
    path: paths.privacy,
    words: words.privacy,
    followsEvent: false,
    body: () => <Privacy />,
  },
  {
    file: "termos-uso/index.html",
    module: pageModules.terms,
    scripts: ["site/legal.ts"],
    indexed: true,
    path: paths.terms,
    words: words.terms,
    followsEvent: false,
    body: () => <Terms />,
  },
  {
    file: "inscricao-recebida/index.html",
    module: pageModules.received,
    scripts: ["site/calm.ts", followEvent],
    indexed: false,
    path: paths.received,
    words: words.received,
    followsEvent: true,
    body: (state) => <Received state={state} />,
  },
  {
    file: "aovivo/index.html",
    module: pageModules.live,
    scripts: ["site/calm.ts", followEvent],
    indexed: false,
    path: paths.live,
    words: words.live,
    followsEvent: true,
    body: (state) => <Live state={state} />,
  },
  {
    file: "404.html",
    module: pageModules.notFound,
    scripts: ["site/not-found.ts"],
    indexed: false,
    path: paths.notFound,
    words: words.notFound,
    followsEvent: false,
    body: () => <NotFound />,
  },
  {
    file: "400.html",
    module: pageModules.unexpectedError,
    scripts: ["site/calm.ts"],
    indexed: false,
    path: paths.malformed,
    words: words.malformed,
    followsEvent: false,
    body: () => <UnexpectedError text={malformed} />,
  },
  {
    file: "422.html",
    module: pageModules.retry,
    scripts: ["site/calm.ts"],
    indexed: false,
    path: paths.retry,
    words: words.retry,
    followsEvent: true,
    body: () => <Retry />,
  },
  {
    file: "500.html",
    module: pageModules.unexpectedError,
    scripts: ["site/calm.ts"],
    indexed: false,
    path: paths.error,
    words: words.error,
    followsEvent: false,
    body: () => <UnexpectedError />,
  },
];
