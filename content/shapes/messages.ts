import * as v from "valibot";
import { buttonText, plainText, text, textWith, words } from "./texts.ts";
import { wordingsShape } from "./wordings.ts";

const titleAndText = v.strictObject(words("title", "text"));

export const messagesShape = v.strictObject({
  form: v.strictObject({
    ...words("title", "when", "intro", "notPurchase", "sending", "close", "honeypot", "policy"),
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
  friend: v.strictObject({ label: buttonText, title: plainText, text: plainText }),
  toasts: v.strictObject({
    sendFailed: titleAndText,
    consentMissing: titleAndText,
    signedUp: titleAndText,
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
