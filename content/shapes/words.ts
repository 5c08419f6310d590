import * as v from "valibot";
import { launchShape, price } from "./launch.ts";
import { rule } from "./rule.ts";
import {
  buttonText,
  filledList,
  headlineText,
  optionalText,
  plainText,
  text,
  texts,
  textWith,
  words,
} from "./texts.ts";
import { wordingsShape } from "./wordings.ts";

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

const toast = v.strictObject(titleAndText);

export const messagesShape = v.strictObject({
  form: v.strictObject({
    ...words("title", "when", "intro", "notPurchase", "sending", "close", "honeypot", "policy"),
    ...words("waits", "takeBack"),
    submit: buttonText,
    emailSuggestion: textWith("email"),
    emailSuggestionIntro: text,
    whatsappHints: v.strictObject(words("digits", "area")),
    ...eachField(v.strictObject(words("label", "placeholder"))),
  }),
  wordings: wordingsShape,
  success: v.strictObject({
    ...words("title", "text", "wayIn", "voucherText", "close", "calendarTitle", "groupNote"),
    when: textWith("visitorHour"),
    voucher: buttonText,
    group: buttonText,
    otherGroup: buttonText,
    calendarFile: buttonText,
    googleCalendar: buttonText,
  }),
  friend: v.strictObject({ label: buttonText, text: plainText }),
  toasts: v.strictObject({
    sendFailed: toast,
    consentMissing: toast,
    signedUp: toast,
    close: text,
  }),
  fieldProblems: v.strictObject(eachField(v.strictObject(words("required", "invalid")))),
  unexpectedError: v.strictObject(words("title", "text", "malformed")),
  notFound: v.strictObject(words("title", "home")),
});

export type Messages = v.InferOutput<typeof messagesShape>;

export const signedUpShape = v.strictObject({
  ...words("done", "doneNext", "another"),
  calendar: buttonText,
  anotherCall: buttonText,
});
export type SignedUpWords = v.InferOutput<typeof signedUpShape>;

export const floatingShape = v.strictObject({ label: buttonText, close: text });
export type FloatingWords = v.InferOutput<typeof floatingShape>;

function eachField<Shape>(shape: Shape) {
  return { name: shape, email: shape, whatsapp: shape };
}

export const pageHeadShape = v.strictObject(words("name", "title", "description"));

export type PageHead = v.InferOutput<typeof pageHeadShape>;

export const calendarEntryShape = v.strictObject({
  title: text,
  text: textWith("time", "address"),
});

export type CalendarEntry = v.InferOutput<typeof calendarEntryShape>;

export const pagesShape = v.strictObject({
  privacy: pageHeadShape,
  terms: pageHeadShape,
  received: pageHeadShape,
  live: pageHeadShape,
  group: pageHeadShape,
  otherGroup: pageHeadShape,
  retry: pageHeadShape,
  notFound: pageHeadShape,
  malformed: pageHeadShape,
  error: pageHeadShape,
});

export type Pages = v.InferOutput<typeof pagesShape>;

export const groupPagesShape = v.strictObject({
  group: v.strictObject(words("title")),
  otherGroup: v.strictObject(words("title", "text")),
});

export type GroupPages = v.InferOutput<typeof groupPagesShape>;

/**
 * `today` is the word in place of the date. Visitors without script see it, and all others until the script sets the
 * date.
 */
export const legalShape = v.strictObject({
  updated: textWith("today"),
  ...words("today", "back"),
});

export type Legal = v.InferOutput<typeof legalShape>;

export const legalPageShape = v.strictObject({
  ...words("title", "intro"),
  sections: filledList(
    v.strictObject({
      title: text,
      paragraphs: v.exactOptional(texts),
      items: v.exactOptional(texts),
    }),
  ),
});

export type LegalPage = v.InferOutput<typeof legalPageShape>;

export const refusalsShape = v.strictObject(
  words(
    "malformed",
    "unauthorized",
    "method-not-allowed",
    "too-large",
    "unsupported-type",
    "invalid-lead",
    "key-reused",
    "too-many",
    "unavailable",
    "unexpected",
  ),
);

export type Refusals = v.InferOutput<typeof refusalsShape>;

export const retryShape = v.strictObject(words("title", "text", "failedTitle"));

export type Retry = v.InferOutput<typeof retryShape>;

/** A text with an hour, beside which the page writes the hour in the visitor's time zone. */
const textWithVisitorHour = textWith("visitorHour");
const textWithCountdown = textWith("visitorHour", "countdown");

export const phasesShape = v.strictObject({
  status: v.strictObject({
    before: textWith("weekday", "visitorHour", "countdown"),
    today: textWithVisitorHour,
    doors: textWithVisitorHour,
    ...words("live", "waiting", "over", "cancelled"),
    replay: textWith("until"),
  }),
  enter: buttonText,
  watchReplay: buttonText,
  ...words("doorsLead", "liveLead", "liveIntro", "liveClosing"),
});
export type PhaseWords = v.InferOutput<typeof phasesShape>;

export const clockWordsShape = v.strictObject({
  countdown: v.strictObject({ days: textWith("days"), ...words("tomorrow", "moved") }),
  visitorHour: v.strictObject({
    sameDay: textWith("time"),
    otherDay: textWith("time", "day"),
  }),
});
export type ClockWords = v.InferOutput<typeof clockWordsShape>;

export const afterShape = v.strictObject({
  ...words("lead", "intro", "success", "footer"),
  cta: buttonText,
});
export type AfterWords = v.InferOutput<typeof afterShape>;

export const revealedShape = v.strictObject(words("title", "priceLabel", "intro", "closing"));
export type Revealed = v.InferOutput<typeof revealedShape>;

export const phaseHeadsShape = v.strictObject({
  titles: v.strictObject(words("today", "live", "over", "cancelled")),
  descriptions: v.strictObject(words("live", "after")),
});
export type PhaseHeads = v.InferOutput<typeof phaseHeadsShape>;

export const livePageShape = v.strictObject({
  ...words("title", "before"),
  when: textWithCountdown,
});
export type LivePage = v.InferOutput<typeof livePageShape>;

export const datesShape = v.strictObject({
  dayAndMonth: textWith("day", "month"),
  months: names(12, "meses"),
  weekdays: names(7, "dias da semana"),
});

function names(count: number, what: string) {
  return v.pipe(
    v.array(plainText),
    rule(({ length }) =>
      length === count ? undefined : `tem ${length} nomes. Escreva os ${count} ${what}.`,
    ),
  );
}

export type Dates = v.InferOutput<typeof datesShape>;
