import { audience } from "#content/audience.ts";
import { bonuses } from "#content/bonuses.ts";
import { courses } from "#content/courses.ts";
import { difference } from "#content/difference.ts";
import { faq } from "#content/faq.ts";
import { footer } from "#content/footer.ts";
import { guarantee } from "#content/guarantee.ts";
import { header } from "#content/header.ts";
import { hero } from "#content/hero.ts";
import { messages } from "#content/messages.ts";
import { pages } from "#content/pages.ts";
import { presenter } from "#content/presenter.ts";
import { priceReveal } from "#content/price-reveal.ts";
import { priceStaircase } from "#content/price-staircase.ts";
import { privacy } from "#content/privacy.ts";
import { retry } from "#content/refusals.ts";
import { signUp } from "#content/sign-up.ts";
import { terms } from "#content/terms.ts";
import { testimonials } from "#content/testimonials.ts";
import { inWords } from "#event/event-words.ts";

/**
 * The words of `content/` as a visitor reads them, with date, hour and numbers filled in. All journeys find
 * things by these words, so that new words in `content/` fail only `tests/e2e/page-words/`.
 */
export const words = filledIn({
  audience,
  bonuses,
  courses,
  difference,
  faq,
  footer,
  guarantee,
  header,
  hero,
  messages,
  pages,
  presenter,
  priceReveal,
  priceStaircase,
  privacy,
  retry,
  signUp,
  terms,
  testimonials,
});

/** The sentence beside the popup's button, and the one beside the tick box of the page's form. */
export const notice: string = words.messages.wordings.texts[words.messages.wordings.current.notice];
export const consent: string =
  words.messages.wordings.texts[words.messages.wordings.current.consent];

/** A text in quotes, for an ARIA snapshot. */
export function quoted(text: string): string {
  return JSON.stringify(text.replaceAll("\u00a0", " "));
}

function filledIn<Words>(unfilled: Words): Words {
  return JSON.parse(JSON.stringify(unfilled), (_, value) =>
    typeof value === "string" ? inWords(value) : value,
  );
}
