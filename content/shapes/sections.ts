import * as v from "valibot";
import { launchShape } from "./launch.ts";
import { price } from "./numbers.ts";
import { rule } from "./rule.ts";
import {
  buttonText,
  filledList,
  headlineText,
  optionalText,
  text,
  texts,
  textWith,
  words,
} from "./texts.ts";

/** The name of a picture file without its ending: plain letters, so that the name is the same on every machine. */
const pictureName = v.pipe(
  v.string(),
  rule((name) =>
    /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
      ? undefined
      : `é "${name}". Escreva o nome do arquivo sem o final (.jpg), só com letras minúsculas sem acento, números e hífens: "${plainName(name) || "depoimento-1"}".`,
  ),
);

/** The name that was probably meant. */
function plainName(name: string): string {
  return name
    .replace(/\.\w+$/, "")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** The names of pictures, each once. The list may be empty. */
const pictureNames = v.pipe(
  v.array(pictureName),
  rule((names) => {
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    return twice && `tem "${twice}" duas vezes. Apague uma.`;
  }),
);

const cta = { cta: buttonText };
const titleAndText = words("title", "text");

export const headerShape = v.strictObject(words("name", "skip", "calm", "calmTitle"));
export type Header = v.InferOutput<typeof headerShape>;

export const heroShape = v.strictObject({
  ...words("eyebrow", "lessons", "promise", "proof", "priceLabel", "socialPicture"),
  lead: textWith("lessons"),
  headline: headlineText,
  ...cta,
});
export type Hero = v.InferOutput<typeof heroShape>;

export const lessonsShape = v.strictObject({
  ...titleAndText,
  drawings: text,
  playLabel: textWith("title"),
  lessons: filledList(v.strictObject({ video: v.string(), title: text })),
});
export type Lessons = v.InferOutput<typeof lessonsShape>;

export const priceStaircaseShape = v.strictObject({
  ...words("title", "after", "note"),
  ...cta,
  paragraphs: texts,
  steps: launchShape.entries.anchorPrices,
  black: v.strictObject(words("what", "price")),
});
export type PriceStaircase = v.InferOutput<typeof priceStaircaseShape>;

export const audienceShape = v.strictObject({
  title: text,
  ...cta,
  groups: filledList(v.strictObject(words("who", "why"))),
});
export type Audience = v.InferOutput<typeof audienceShape>;

export const coursesShape = v.strictObject({
  ...words("title", "intro", "included", "fullPrice"),
  perks: texts,
  courses: filledList(
    v.strictObject({ title: text, included: v.literal(true), originalPrice: price }),
  ),
  materials: v.strictObject(titleAndText),
});
export type Courses = v.InferOutput<typeof coursesShape>;

export const bonusesShape = v.strictObject({
  ...words("title", "intro", "notice"),
  ...cta,
  cards: filledList(
    v.strictObject({ ...titleAndText, picture: v.exactOptional(pictureName), items: texts }),
  ),
});
export type Bonuses = v.InferOutput<typeof bonusesShape>;

export const differenceShape = v.strictObject({
  ...words("title", "statement"),
  paragraphs: texts,
  summary: v.strictObject({
    title: text,
    items: filledList(
      v.strictObject({ ...words("term", "detail"), untilOver: v.optional(v.literal(true)) }),
    ),
  }),
});
export type Difference = v.InferOutput<typeof differenceShape>;

export const testimonialsShape = v.strictObject({
  ...words("title", "previous", "next", "carousel", "to"),
  ...cta,
  alt: textWith("number"),
  position: textWith("number", "count"),
  pictures: pictureNames,
});
export type Testimonials = v.InferOutput<typeof testimonialsShape>;

export const priceRevealShape = v.strictObject({
  ...words("title", "intro", "priceLabel", "closing"),
  ...cta,
  willShow: texts,
});
export type PriceReveal = v.InferOutput<typeof priceRevealShape>;

export const guaranteeShape = v.strictObject({ ...words("title", "statement"), paragraphs: texts });
export type Guarantee = v.InferOutput<typeof guaranteeShape>;

export const presenterShape = v.strictObject({
  ...words("title", "alt"),
  name: optionalText,
  support: buttonText,
  paragraphs: texts,
  figures: filledList(v.strictObject(words("value", "label"))),
});
export type Presenter = v.InferOutput<typeof presenterShape>;

export const faqShape = v.strictObject({
  title: text,
  questions: filledList(
    v.strictObject({ ...words("question", "answer"), after: v.optional(text) }),
  ),
});
export type Faq = v.InferOutput<typeof faqShape>;

export const signUpShape = v.strictObject({ ...words("title", "intro"), submit: buttonText });
export type SignUp = v.InferOutput<typeof signUpShape>;

export const footerShape = v.strictObject(
  words("name", "description", "contact", "companyNumber", "legalTitle"),
);
export type Footer = v.InferOutput<typeof footerShape>;
