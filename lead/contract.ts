/** What the browser and the server agree on about the lead function. */
export const addContactPath = "/functions/v1/add-contact-active-campaign";

/** Says beside the answers how the sign-up came about: JSON, percent-encoded. Never in the body. */
export const contextHeader = "x-sign-up-context";

/** The same answers sent again under the same key are the same sign-up. */
export const idempotencyHeader = "idempotency-key";

export const visitParameters = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "fbclid",
  "gclid",
  "gbraid",
  "wbraid",
  "msclkid",
  "ttclid",
] as const;

/** Where a visit came from. */
export type VisitSource = Partial<Record<(typeof visitParameters)[number] | "referrer", string>>;

export type SignUpContext = {
  surface: "popup" | "page";
  /** The call to action that led to the form. */
  cta?: string;
  /** Which wording stood beside the button, or was agreed to: a key of `wordings` in `content/`. */
  wording: string;
  first?: VisitSource;
  last?: VisitSource;
  /** How long the page had been open. */
  elapsedMs?: number;
  /** The field that people do not see was filled in. */
  trapped?: boolean;
};

/** A field of the forms that only a machine fills in. */
export const trapField = "website";

/**
 * The fields of a lead. Every other list of them is made from this one (`eachField` in `lead.ts`), or does not
 * compile while a field is missing in it. `tests/lead-fields.test.ts` follows each field through the product.
 */
export const leadFields = ["name", "email", "whatsapp"] as const;
export type LeadField = (typeof leadFields)[number];

/** The box in the page's form; ticked, its value names the sentence that was agreed to. */
export const consentField = "lgpd";

export type FieldProblem = {
  field: LeadField;
  code: "required" | "invalid";
};

export type RefusalCode =
  | "malformed"
  | "unauthorized"
  | "method-not-allowed"
  | "too-large"
  | "unsupported-type"
  | "invalid-lead"
  | "key-reused"
  | "too-many"
  | "unavailable"
  | "unexpected";

/** The one JSON shape of every answer; `message` is a sentence in Portuguese for the visitor. */
export type AddContactAnswer =
  | { ok: true }
  | {
      ok: false;
      code: RefusalCode;
      message: string;
      fields?: Array<FieldProblem & { message: string }>;
    };

/**
 * A form that was posted without script and has problems goes back as a page that is prerendered with
 * marks, for the server to fill in. `{{email}}` stands for text; `data-if-email-problem="…"` becomes
 * the attributes in it when the condition holds, and nothing otherwise.
 */
type RetryProblem = `${LeadField | "consent"}-problem`;
export type RetryText = "title" | "message" | "surface" | LeadField | RetryProblem;
export type RetryCondition = RetryProblem | "consented" | "from-page" | "not-from-page";

export function textMark(text: RetryText): string {
  return `{{${text}}}`;
}

/** Attributes as in HTML without quotes: `checked`, `aria-invalid=true aria-describedby=some-id`. */
export function attributesIf(
  condition: RetryCondition,
  attributes: string,
): Record<`data-if-${string}`, string> {
  return { [`data-if-${condition}`]: attributes };
}
