import * as v from "valibot";
import { buttonText } from "./room.ts";
import { text, textWith, words } from "./texts.ts";

/** A text with an hour, beside which the page writes the hour in the visitor's time zone. */
const textWithVisitorHour = textWith("visitorHour");

export const phasesShape = v.strictObject({
  status: v.strictObject({
    before: textWith("visitorHour", "countdown"),
    today: textWithVisitorHour,
    doors: textWithVisitorHour,
    ...words("live", "waiting", "over", "cancelled"),
    replay: textWith("until"),
  }),
  countdown: v.strictObject({ days: textWith("days"), ...words("tomorrow", "moved") }),
  visitorHour: v.strictObject({
    sameDay: textWith("time"),
    otherDay: textWith("time", "day"),
  }),
  enter: buttonText,
  watchReplay: buttonText,
  liveLead: text,
  after: v.strictObject({
    ...words("lead", "cancelledLead", "intro", "success", "footer"),
    cta: buttonText,
    priceReveal: v.strictObject(words("title", "priceLabel", "intro", "closing")),
  }),
  titles: v.strictObject(words("today", "live", "over", "cancelled")),
  descriptions: v.strictObject(words("live", "after")),
  livePage: v.strictObject(words("title", "before")),
});

export type PhaseWords = v.InferOutput<typeof phasesShape>;
