import { audience } from "#content/audience.ts";
import { bonuses } from "#content/bonuses.ts";
import { courses } from "#content/courses.ts";
import { difference } from "#content/difference.ts";
import { faq } from "#content/faq.ts";
import { footer } from "#content/footer.ts";
import { guarantee } from "#content/guarantee.ts";
import { header } from "#content/header.ts";
import { hero } from "#content/hero.ts";
import { legal } from "#content/legal.ts";
import { lessons } from "#content/lessons.ts";
import { floating, messages, signedUp } from "#content/messages.ts";
import { calendarEntry, groupPages, landingPage, pages } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import { after, livePage, phases, revealed } from "#content/phases.ts";
import { presenter } from "#content/presenter.ts";
import { priceReveal } from "#content/price-reveal.ts";
import { priceStaircase } from "#content/price-staircase.ts";
import { privacy } from "#content/privacy.ts";
import { retry } from "#content/refusals.ts";
import { signUp } from "#content/sign-up.ts";
import { terms } from "#content/terms.ts";
import { testimonials } from "#content/testimonials.ts";

/** The words of `content/`. All journeys find things by these words, so that new words fail only `tests/specification/`. */
export const words = {
  after,
  audience,
  bonuses,
  calendarEntry,
  courses,
  difference,
  faq,
  floating,
  footer,
  groupPages,
  guarantee,
  header,
  hero,
  landingPage,
  legal,
  lessons,
  livePage,
  messages,
  pages,
  paths,
  phases,
  presenter,
  priceReveal,
  priceStaircase,
  privacy,
  retry,
  revealed,
  signUp,
  signedUp,
  terms,
  testimonials,
};

/** The sentence beside the popup's button, and the one beside the tick box of the page's form. */
const { texts, current, currentNext } = messages.wordings;
export const notice = texts[current.notice] ?? "";
export const consent = texts[current.consent] ?? "";
/** The sentence beside the tick box after the class. */
export const consentForNext = texts[currentNext.consent] ?? "";

/** A text in quotes, for an ARIA snapshot. */
export function quoted(text: string): string {
  return JSON.stringify(text.replaceAll("\u00a0", " "));
}
