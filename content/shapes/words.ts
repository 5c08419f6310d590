import * as v from "valibot";
import { launchShape, price } from "./launch.ts";
import { linksShape, liveAddress, textLike } from "./links.ts";
import {
  buttonText as button,
  headlineText,
  label,
  labelWith,
  list,
  plainText,
  text,
  texts,
  textWith,
} from "./texts.ts";
import { wordingsShape } from "./wordings.ts";

const group = v.strictObject;

/** An object that gives each of these names the same shape. */
function each<Shape, const Name extends string>(
  shape: Shape,
  ...names: Name[]
): Record<Name, Shape>;
function each(shape: unknown, ...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, shape]));
}

function words<const Name extends string>(...names: Name[]) {
  return each(text, ...names);
}

function labels<const Name extends string>(...names: Name[]) {
  return each(label, ...names);
}

const fields = ["name", "email", "whatsapp"] as const;
const titled = group(words("title", "text"));
const pageHead = group(labels("name", "title", "description"));
const legalPage = group({
  ...words("title", "intro"),
  sections: list(
    group({ title: text, paragraphs: v.exactOptional(texts), items: v.exactOptional(texts) }),
  ),
});

/** The name of a picture file without its ending: plain letters, so that the name is the same on every machine. */
const pictureName = textLike(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'Escreva o nome do arquivo sem o final (.jpg), só com letras minúsculas sem acento, números e hífens: "depoimento-1".',
);

/** The shape of every value that the files of `content/` export, by the name of the value. */
export const contentShape = group({
  audience: group({ title: text, cta: button, groups: list(group(words("who", "why"))) }),
  bonuses: group({
    ...words("title", "intro", "notice"),
    cta: button,
    cards: list(group({ ...titled.entries, picture: v.exactOptional(pictureName), items: texts })),
  }),
  courses: group({
    ...words("title", "intro", "included", "fullPrice"),
    perks: texts,
    courses: list(group({ title: text, included: v.literal(true), originalPrice: price })),
    materials: titled,
  }),
  dates: group({
    dayAndMonth: labelWith("day", "month"),
    months: v.pipe(v.array(plainText), v.length(12, "não tem 12 nomes. Escreva todos.")),
    weekdays: v.pipe(v.array(plainText), v.length(7, "não tem 7 nomes. Escreva todos.")),
  }),
  difference: group({
    ...words("title", "statement"),
    paragraphs: texts,
    summary: group({
      title: text,
      items: list(group({ ...words("term", "detail"), untilOver: v.optional(v.literal(true)) })),
    }),
  }),
  faq: group({
    title: text,
    questions: list(group({ ...words("question", "answer"), after: v.optional(text) })),
  }),
  footer: group({ ...words("name", "description", "contact", "companyNumber"), legalTitle: label }),
  guarantee: group({ ...words("title", "statement"), paragraphs: texts }),
  header: group(words("name", "skip", "calm", "calmNote")),
  hero: group({
    ...words("eyebrow", "lessons", "promise", "proof", "priceLabel", "socialPicture"),
    lead: textWith("lessons"),
    proofNamed: textWith("name"),
    headline: headlineText,
    cta: button,
  }),
  launch: launchShape,
  /** `today` is the word that a legal page shows in place of today's date until a script writes the date. */
  legal: group({ updated: labelWith("today"), ...labels("today", "back") }),
  lessons: group({
    ...words("title", "text", "drawings"),
    playLabel: labelWith("title"),
    lessons: list(group({ video: v.string(), title: label })),
  }),
  links: linksShape,
  live: liveAddress,
  messages: group({
    form: group({
      ...words("title", "intro", "notPurchase"),
      ...labels("sending", "close", "honeypot", "policy", "waits", "emailSuggestionIntro"),
      submit: button,
      takeBack: labelWith("email"),
      emailSuggestion: labelWith("email"),
      whatsappHints: group(labels("digits", "area")),
      ...each(group(labels("label", "placeholder")), ...fields),
    }),
    wordings: wordingsShape,
    friend: group({ label: button, text: plainText }),
    toasts: group({
      ...each(group(labels("title", "text")), "sendFailed", "consentMissing", "signedUp"),
      close: label,
    }),
    fieldProblems: group(each(group(labels("required", "invalid")), ...fields)),
    unexpectedError: group(words("title", "text", "malformed")),
    notFound: group(words("title", "text", "home")),
  }),
  success: group({
    ...words("title", "voucherText", "calendar", "groupNote"),
    close: label,
    ...each(button, "voucher", "group", "otherGroup", "calendarFile", "googleCalendar"),
  }),
  signedUp: group({
    ...words("done", "doneNext"),
    ...each(button, "calendar", "anotherCall"),
  }),
  floating: group({ label: button, close: label }),
  landingPage: group(words("name", "title", "description")),
  calendarEntry: group({ title: text, text: textWith("time", "address") }),
  pages: group({
    ...each(pageHead, "privacy", "terms", "received", "live", "group", "otherGroup"),
    ...each(pageHead, "retry", "notFound", "malformed", "error"),
  }),
  groupPages: group({ group: group(words("title")), otherGroup: titled }),
  phases: group({
    status: group({
      before: textWith("weekday", "visitorHour", "countdown"),
      today: textWith("visitorHour"),
      doors: textWith("doors", "visitorHour"),
      ...words("live", "waiting", "over", "cancelled"),
      replay: textWith("until"),
    }),
    ...each(button, "enter", "watchReplay"),
    enterLater: textWith("doors"),
    ...words("doorsLead", "liveLead", "livePriceLabel", "liveIntro", "liveClosing"),
  }),
  clockWords: group({
    countdown: group({ days: labelWith("days"), ...labels("tomorrow", "moved") }),
    visitorHour: group({ sameDay: labelWith("time"), otherDay: labelWith("time", "day") }),
  }),
  after: group({ ...words("lead", "intro", "success", "footer"), cta: button }),
  revealed: group(words("title", "priceLabel", "intro", "closing")),
  phaseHeads: group({
    titles: group(words("today", "live", "over", "cancelled")),
    descriptions: group(words("live", "after")),
  }),
  presenter: group({
    title: text,
    alt: label,
    /** The presenter's name. The page leaves out an empty name. */
    name: v.union([v.literal(""), text]),
    support: button,
    paragraphs: texts,
    figures: list(group(words("value", "label"))),
  }),
  priceReveal: group({
    ...words("title", "intro", "priceLabel", "closing"),
    cta: button,
    willShow: texts,
  }),
  priceStaircase: group({
    ...words("title", "after", "note"),
    cta: button,
    paragraphs: texts,
    steps: list(group({ what: text, price })),
    black: group(words("what", "price")),
  }),
  privacy: legalPage,
  refusals: group({
    ...labels("malformed", "unauthorized", "method-not-allowed", "too-large", "unsupported-type"),
    ...labels("invalid-lead", "key-reused", "too-many", "unavailable", "unexpected"),
  }),
  retry: group(labels("title", "text", "failedTitle")),
  signUp: group({ title: text, submit: button }),
  terms: legalPage,
  testimonials: group({
    title: text,
    ...labels("previous", "next", "carousel", "to"),
    cta: button,
    alt: labelWith("number"),
    position: labelWith("number", "count"),
    pictures: v.array(pictureName),
  }),
});

type Values = v.InferOutput<typeof contentShape>;
export type Words<Name extends keyof Values> = Values[Name];
export type PageHead = Words<"landingPage">;
export type LegalPage = Words<"privacy">;
