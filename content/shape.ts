/**
 * The types that the words of each file must satisfy. There is nothing to edit in this file. Every text may hold names
 * in braces, like `{date}`: `filled.ts` replaces them by their values.
 */

/** How long buyers have access; a number is years. */
type Access = "lifetime" | number;

export type Launch = {
  event: {
    month: number;
    day: number;
    hour: number;
    minute: number;
    timeZone: string;
    /** The year of the event: "next" means the next date with the event's day and month, a number means that year. */
    year: "next" | number;
    durationMinutes: number;
  };
  /** The currency sign in front of a price that is not shown yet. */
  currency: string;
  anchorPrices: readonly { what: string; price: string }[];
  /** The guarantee in days: `page` is what the page says, `summary` what the summary of the offer says. */
  guaranteeDays: { page: number; summary: number };
  access: { page: Access; summary: Access };
  voucher: { pay: string; redeem: string };
  bonusLimit: number;
  audience: string;
  popupDelayMs: number;
  floatingCtaScrollPx: number;
  inPageFormSends: boolean;
};

export type Dates = { dayAndMonth: string; months: readonly string[] };

export type Links = {
  publicKey: string;
  checkout: string;
  group: string;
  supportPhone: string;
  supportChat: string;
  videoPage: string;
  videoPlayer: string;
  supportEmail: string;
  company: { name: string; cnpj: string };
  videos: Record<string, string>;
};

export type PageHead = { name: string; title: string; description: string };

export type Header = { name: string; skip: string; calm: string };

export type Hero = Words<"eyebrow" | "headline" | "lead" | "promise" | "cta" | "priceLabel">;

export type Lessons = Words<"title" | "text" | "playLabel"> & {
  lessons: readonly { video: string; title: string }[];
};

export type PriceStaircase = Words<"title" | "note" | "cta"> & {
  paragraphs: readonly string[];
  steps: Launch["anchorPrices"];
  black: { what: string; price: string };
};

export type Audience = Words<"title" | "cta"> & {
  groups: readonly { who: string; why: string }[];
};

export type Courses = Words<"title" | "intro" | "included" | "fullPrice"> & {
  perks: readonly string[];
  courses: readonly { title: string; included: true; originalPrice: string }[];
  materials: TitleAndText;
};

export type Bonuses = Words<"title" | "intro" | "notice" | "cta"> & {
  cards: readonly (TitleAndText & { items: readonly string[] })[];
};

export type Difference = Words<"title" | "statement"> & {
  paragraphs: readonly string[];
  summary: { title: string; items: readonly { term: string; detail: string }[] };
};

export type Testimonials = Words<
  "title" | "alt" | "previous" | "next" | "position" | "carousel" | "cta"
> & { count: number };

export type PriceReveal = Words<"title" | "intro" | "priceLabel" | "closing" | "cta"> & {
  willShow: readonly string[];
};

export type Guarantee = Words<"title" | "statement"> & { paragraphs: readonly string[] };

export type Presenter = Words<"title" | "alt" | "support"> & {
  paragraphs: readonly string[];
  figures: readonly { value: string; label: string }[];
};

export type Faq = { title: string; questions: readonly { question: string; answer: string }[] };

export type SignUp = Words<"title" | "intro" | "submit">;

export type Footer = Words<"name" | "description" | "contact" | "companyNumber" | "legalTitle">;

/**
 * `today` is the word in place of the date. Visitors without script see it, and all others until the script sets the
 * date.
 */
export type Legal = Words<"updated" | "today" | "back">;

export type LegalPage = Words<"title" | "intro"> & {
  sections: readonly { title: string; paragraphs?: readonly string[]; items?: readonly string[] }[];
};

export type Messages = {
  form: Words<"title" | "intro" | "submit" | "sending" | "close" | "honeypot" | "policy"> &
    Words<"emailSuggestion" | "emailSuggestionIntro"> &
    EachField<Words<"label" | "placeholder">>;
  wordings: {
    current: Words<"notice" | "consent">;
    /** The names of the texts to which a visitor must agree by ticking a box; the other texts only inform. */
    consents: readonly string[];
    texts: Record<string, string>;
  };
  success: Words<"title" | "text" | "when" | "voucherText" | "voucher" | "group" | "close"> &
    Words<"calendarTitle" | "calendarFile" | "googleCalendar">;
  floating: Words<"label" | "close">;
  toasts: Record<"sendFailed" | "consentMissing" | "signedUp", TitleAndText> & { close: string };
  fieldProblems: EachField<Words<"required" | "invalid">>;
  unexpectedError: TitleAndText & { malformed: string };
  notFound: Words<"title" | "home">;
};

export type Refusals = Record<string, string>;

export type Retry = TitleAndText & { failedTitle: string };

type Words<Name extends string> = Record<Name, string>;
type TitleAndText = Words<"title" | "text">;
type EachField<Value> = Record<"name" | "email" | "whatsapp", Value>;
