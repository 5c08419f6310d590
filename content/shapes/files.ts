import type { GenericSchema } from "valibot";
import { datesShape } from "./dates.ts";
import { launchShape } from "./launch.ts";
import { linksShape } from "./links.ts";
import { floatingShape, messagesShape, signedUpShape } from "./messages.ts";
import {
  calendarEntryShape,
  groupPagesShape,
  legalPageShape,
  legalShape,
  pageHeadShape,
  pagesShape,
  refusalsShape,
  retryShape,
} from "./pages.ts";
import * as phases from "./phases.ts";
import * as sections from "./sections.ts";

/** The files of `content/` that the owner edits: the name of each value that a file exports, and its shape. */
export const files: Record<string, Record<string, GenericSchema>> = {
  "audience.ts": { audience: sections.audienceShape },
  "bonuses.ts": { bonuses: sections.bonusesShape },
  "courses.ts": { courses: sections.coursesShape },
  "dates.ts": { dates: datesShape },
  "difference.ts": { difference: sections.differenceShape },
  "faq.ts": { faq: sections.faqShape },
  "footer.ts": { footer: sections.footerShape },
  "guarantee.ts": { guarantee: sections.guaranteeShape },
  "header.ts": { header: sections.headerShape },
  "hero.ts": { hero: sections.heroShape },
  "launch.ts": { launch: launchShape },
  "legal.ts": { legal: legalShape },
  "lessons.ts": { lessons: sections.lessonsShape },
  "links.ts": { links: linksShape },
  "messages.ts": { messages: messagesShape, signedUp: signedUpShape, floating: floatingShape },
  "pages.ts": {
    landingPage: pageHeadShape,
    calendarEntry: calendarEntryShape,
    pages: pagesShape,
    groupPages: groupPagesShape,
  },
  "phases.ts": {
    phases: phases.phasesShape,
    clockWords: phases.clockWordsShape,
    after: phases.afterShape,
    revealed: phases.revealedShape,
    phaseHeads: phases.phaseHeadsShape,
    livePage: phases.livePageShape,
  },
  "presenter.ts": { presenter: sections.presenterShape },
  "price-reveal.ts": { priceReveal: sections.priceRevealShape },
  "price-staircase.ts": { priceStaircase: sections.priceStaircaseShape },
  "privacy.ts": { privacy: legalPageShape },
  "refusals.ts": { refusals: refusalsShape, retry: retryShape },
  "sign-up.ts": { signUp: sections.signUpShape },
  "terms.ts": { terms: legalPageShape },
  "testimonials.ts": { testimonials: sections.testimonialsShape },
};
