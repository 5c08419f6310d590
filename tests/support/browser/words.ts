import { audience } from "#content/audience.ts";
import { bonuses } from "#content/bonuses.ts";
import { faq } from "#content/faq.ts";
import { fill, planned } from "#content/filled.ts";
import { footer } from "#content/footer.ts";
import { header } from "#content/header.ts";
import { hero } from "#content/hero.ts";
import { lessons } from "#content/lessons.ts";
import { floating, messages } from "#content/messages.ts";
import { legal } from "#content/pages.ts";
import { paths } from "#content/paths.ts";
import { after, phases, revealed } from "#content/phases.ts";
import { presenter } from "#content/presenter.ts";
import { priceReveal } from "#content/price-reveal.ts";
import { priceStaircase } from "#content/price-staircase.ts";
import { privacy } from "#content/privacy.ts";
import { signUp } from "#content/sign-up.ts";
import { signedUp, success } from "#content/success.ts";
import { terms } from "#content/terms.ts";
import { testimonials } from "#content/testimonials.ts";

const { name } = presenter;

/** The words of `content/`. All journeys find elements by these words, so that changed words fail only `tests/specification/`. */
export const words = withTimes({
  after,
  audience,
  bonuses,
  faq,
  floating,
  footer,
  header,
  hero: { ...hero, proof: name ? fill(hero.proofNamed, { name }) : hero.proof },
  legal,
  lessons,
  messages,
  paths,
  phases,
  priceReveal,
  priceStaircase,
  privacy,
  revealed,
  signUp,
  signedUp,
  success,
  terms,
  testimonials,
});

/** The words as visitors read them while the class is not moved. */
function withTimes<Words>(texts: Words): Words {
  return JSON.parse(JSON.stringify(texts), (_, text) =>
    typeof text === "string" ? fill(text, planned) : text,
  );
}

/** The sentence next to the popup's button. The next constant is the sentence next to the tick box of the page's form. */
const { texts, current, currentNext } = messages.wordings;
export const notice = texts[current.notice] ?? "";
export const consent = texts[current.consent] ?? "";
/** After the class, the sentence next to the tick box. */
export const consentForNext = texts[currentNext.consent] ?? "";

/** A text of `content/` as a paragraph of an ARIA snapshot, where a date and an hour are separate elements. */
export function paragraph(text: string, indent: string): string {
  const parts = text.split(/\{(date|hour)\}/);
  const lines = parts.map((part, index) => {
    const spoken =
      index % 2 ? `time: ${quoted(fill(`{${part}}`, planned))}` : `text: ${heard(part)}`;
    return `\n${indent}  - ${spoken}`;
  });
  return lines.length === 1
    ? `- paragraph: ${heard(text)}`
    : `- paragraph:${lines.filter((line) => !line.endsWith('""')).join("")}`;
}

/** A pattern of a text for an ARIA snapshot: the server or the page replaces each name in braces. */
function heard(text: string): string {
  const [first = "", ...others] = text.replaceAll("\u00a0", " ").split(/\{\w+\}/);
  if (others.length === 0) return quoted(first);
  const escaped = [first, ...others].map((part) => part.trim().replace(/[.()?]/g, "\\$&"));
  return `/${escaped.join(".*")}/`;
}

/** A text in quotes for an ARIA snapshot. */
export function quoted(text: string): string {
  return JSON.stringify(text.replaceAll("\u00a0", " ").trim());
}
