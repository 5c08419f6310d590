/** The types that the words of each file must satisfy. Nothing to edit here. */

/** `{date}`, `{hour}`, `{bonusLimit}` … are filled in from `launch.ts`. What is a `string` is shown as it stands. */
type Text = string;

export type Launch = {
  event: {
    month: number;
    day: number;
    hour: number;
    minute: number;
    timeZone: string;
    /** "next": the coming one. A number pins the year. */
    year: "next" | number;
    durationMinutes: number;
  };
  /** Before a price that is not shown yet. */
  currency: string;
  anchorPrices: readonly { what: Text; price: Text }[];
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

export type PageHead = { path: string; name: string; title: Text; description: Text };

export type Header = { name: string; skip: string; calm: string };

export type Hero = {
  eyebrow: Text;
  headline: Text;
  lead: Text;
  promise: Text;
  cta: string;
  priceLabel: Text;
  lessonsTitle: Text;
  lessonsText: Text;
  playLabel: string;
  lessons: readonly { video: string; title: string }[];
};

export type PriceStaircase = {
  title: Text;
  paragraphs: readonly Text[];
  black: { what: Text; price: Text };
  note: Text;
  cta: string;
};

export type Audience = {
  title: Text;
  groups: readonly { who: Text; why: Text }[];
  cta: string;
};

export type Courses = {
  title: Text;
  intro: Text;
  included: string;
  fullPrice: string;
  perks: readonly string[];
  courses: readonly { title: Text; included: true; originalPrice: Text }[];
  materials: { title: Text; text: Text };
};

export type Bonuses = {
  title: Text;
  intro: Text;
  cards: readonly { title: Text; text: Text; items: readonly Text[] }[];
  notice: Text;
  cta: string;
};

export type Difference = {
  title: Text;
  statement: Text;
  paragraphs: readonly Text[];
  summary: { title: Text; items: readonly { term: Text; detail: Text }[] };
};

export type Testimonials = {
  title: Text;
  count: number;
  alt: string;
  previous: string;
  next: string;
  position: string;
  carousel: string;
  cta: string;
};

export type PriceReveal = {
  title: Text;
  intro: Text;
  priceLabel: Text;
  willShow: readonly Text[];
  closing: Text;
  cta: string;
};

export type Guarantee = { title: Text; statement: Text; paragraphs: readonly Text[] };

export type Presenter = {
  title: Text;
  alt: string;
  paragraphs: readonly Text[];
  figures: readonly { value: Text; label: Text }[];
  support: string;
};

export type Faq = {
  title: Text;
  questions: readonly { question: Text; answer: Text }[];
};

export type SignUp = { title: Text; intro: Text; submit: string };

export type Footer = {
  name: string;
  description: Text;
  contact: string;
  companyNumber: string;
  legalTitle: string;
};

export type LegalPage = {
  title: string;
  intro: Text;
  updated: string;
  /** In place of the date, until and without script. */
  today: string;
  back: string;
  sections: readonly { title: string; paragraphs?: readonly Text[]; items?: readonly Text[] }[];
};

type Notice = { title: string; text: string };
type FieldWords = { label: string; placeholder: string };
type FieldProblems = { required: string; invalid: string };

export type Messages = {
  form: {
    title: string;
    intro: string;
    name: FieldWords;
    email: FieldWords;
    whatsapp: FieldWords;
    submit: string;
    sending: string;
    close: string;
    trap: string;
    policy: string;
    emailSuggestion: string;
    emailSuggestionIntro: string;
  };
  wordings: {
    current: { notice: string; consent: string };
    /** Which of the texts ask for a tick: the others only tell. */
    consents: readonly string[];
    texts: Record<string, string>;
  };
  success: {
    title: string;
    text: string;
    when: Text;
    calendarTitle: string;
    calendarFile: string;
    googleCalendar: string;
    voucherText: Text;
    voucher: string;
    group: string;
    close: string;
  };
  floating: { label: string; close: string };
  toasts: { sendFailed: Notice; consentMissing: Notice; signedUp: Notice; close: string };
  fieldProblems: { name: FieldProblems; email: FieldProblems; whatsapp: FieldProblems };
  unexpectedError: Notice & { malformed: string };
  notFound: { title: string; home: string };
};

export type Refusals = Record<string, string>;

export type Retry = Notice & { failedTitle: string };
