import * as v from "valibot";
import { buttonText, textWith, words } from "./texts.ts";

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
