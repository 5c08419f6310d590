import type { GenericSchema } from "valibot";
import { launchShape } from "./launch.ts";
import { linksShape } from "./links.ts";
import * as words from "./words.ts";

/** The files of `content/` that the owner edits: the name of each value that a file exports, and its shape. */
export const files: Record<string, Record<string, GenericSchema>> = {
  "audience.ts": { audience: words.audienceShape },
  "bonuses.ts": { bonuses: words.bonusesShape },
  "courses.ts": { courses: words.coursesShape },
  "dates.ts": { dates: words.datesShape },
  "difference.ts": { difference: words.differenceShape },
  "faq.ts": { faq: words.faqShape },
  "footer.ts": { footer: words.footerShape },
  "guarantee.ts": { guarantee: words.guaranteeShape },
  "header.ts": { header: words.headerShape },
  "hero.ts": { hero: words.heroShape },
  "launch.ts": { launch: launchShape },
  "legal.ts": { legal: words.legalShape },
  "lessons.ts": { lessons: words.lessonsShape },
  "links.ts": { links: linksShape },
  "messages.ts": {
    messages: words.messagesShape,
    signedUp: words.signedUpShape,
    floating: words.floatingShape,
  },
  "pages.ts": {
    landingPage: words.pageHeadShape,
    calendarEntry: words.calendarEntryShape,
    pages: words.pagesShape,
    groupPages: words.groupPagesShape,
  },
  "phases.ts": {
    phases: words.phasesShape,
    clockWords: words.clockWordsShape,
    after: words.afterShape,
    revealed: words.revealedShape,
    phaseHeads: words.phaseHeadsShape,
    livePage: words.livePageShape,
  },
  "presenter.ts": { presenter: words.presenterShape },
  "price-reveal.ts": { priceReveal: words.priceRevealShape },
  "price-staircase.ts": { priceStaircase: words.priceStaircaseShape },
  "privacy.ts": { privacy: words.legalPageShape },
  "refusals.ts": { refusals: words.refusalsShape, retry: words.retryShape },
  "sign-up.ts": { signUp: words.signUpShape },
  "terms.ts": { terms: words.legalPageShape },
  "testimonials.ts": { testimonials: words.testimonialsShape },
};
