import * as v from "valibot";
import { filledList, text, texts, textWith, words } from "./texts.ts";

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

export const retryShape = v.strictObject(words("title", "text", "failedTitle", "goBack"));

export type Retry = v.InferOutput<typeof retryShape>;
