import type { ReactNode } from "react";
import { messages } from "#content/messages.ts";
import { landingPage, pages as words } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import { privacy } from "#content/privacy.ts";
import type { PageHead } from "#content/shapes/words.ts";
import { terms } from "#content/terms.ts";
import type { EventState } from "#event/event-state.ts";
import { type Publication, structuredData } from "#event/structured-data.ts";
import { type PageModule, pageModules } from "./page-modules.ts";
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
  /** The module whose imported style sheets are put into the page. */
  module: PageModule;
  /** The files of the scripts that the page loads after its first paint. */
  scripts: string[];
  /**
   * The id of the element after the first screen: the browser paints nothing before this element has arrived.
   * Undefined for a page that is painted as a whole.
   */
  afterFirstScreen?: string;
  /** Whether search engines may list the page. */
  indexed: boolean;
  path: string;
  words: PageHead;
  structuredData?: (publication: Publication) => object;
  /** Whether the page says something else in each phase of the event. */
  followsEvent: boolean;
  body: (state: EventState, lateCss: string) => ReactNode;
};

const { malformed } = messages.unexpectedError;
const followEvent = "site/follow-event.ts";

/** A page that search engines do not list. */
const plain = { scripts: ["site/calm.ts"], indexed: false, followsEvent: false };
const following = { ...plain, scripts: ["site/calm.ts", followEvent], followsEvent: true };

export const pageList: Page[] = [
  {
    file: "index.html",
    module: pageModules.landing,
    scripts: ["site/hydrate.ts"],
    afterFirstScreen: firstScreenEndId,
    indexed: true,
    path: paths.landing,
    words: landingPage,
    structuredData,
    followsEvent: true,
    body: (state, lateCss) => <Landing state={state} lateCss={lateCss} />,
  },
  {
    file: "politica-privacidade/index.html",
    module: pageModules.legal,
    scripts: ["site/legal.ts"],
    indexed: true,
    path: paths.privacy,
    words: words.privacy,
    followsEvent: false,
    body: () => <LegalPage text={privacy} />,
  },
  {
    file: "termos-uso/index.html",
    module: pageModules.legal,
    scripts: ["site/legal.ts"],
    indexed: true,
    path: paths.terms,
    words: words.terms,
    followsEvent: false,
    body: () => <LegalPage text={terms} />,
  },
  {
    ...following,
    file: "inscricao-recebida/index.html",
    module: pageModules.received,
    path: paths.received,
    words: words.received,
    body: (state) => <Received state={state} />,
  },
  {
    ...following,
    file: "aovivo/index.html",
    module: pageModules.live,
    path: paths.live,
    words: words.live,
    body: (state) => <Live state={state} />,
  },
  {
    ...plain,
    file: "grupo/index.html",
    module: pageModules.group,
    path: paths.group,
    words: words.group,
    body: () => <Group />,
  },
  {
    ...plain,
    file: "grupo/outro/index.html",
    module: pageModules.group,
    path: paths.otherGroup,
    words: words.otherGroup,
    body: () => <OtherGroup />,
  },
  {
    ...plain,
    file: "404.html",
    module: pageModules.message,
    scripts: ["site/not-found.ts"],
    path: paths.notFound,
    words: words.notFound,
    body: () => <MessagePage title={messages.notFound.title} />,
  },
  {
    ...plain,
    file: "400.html",
    module: pageModules.message,
    path: paths.malformed,
    words: words.malformed,
    body: () => <UnexpectedError text={malformed} />,
  },
  {
    ...plain,
    file: "422.html",
    module: pageModules.retry,
    path: paths.retry,
    words: words.retry,
    followsEvent: true,
    body: () => <Retry />,
  },
  {
    ...plain,
    file: "500.html",
    module: pageModules.message,
    path: paths.error,
    words: words.error,
    body: () => <UnexpectedError />,
  },
];
