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
};

export const leadFields = ["name", "email", "whatsapp"] as const;
export type LeadField = (typeof leadFields)[number];

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
