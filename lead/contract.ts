import type { VisitSource } from "./visit-source.ts";

/** The path of the lead function, to which the forms send sign-ups. */
export const addContactPath = "/functions/v1/add-contact-active-campaign";

/**
 * The header in which a script sends a `SignUpContext`, as percent-encoded JSON, because the body carries only the
 * fields of the lead.
 */
export const contextHeader = "x-sign-up-context";

/**
 * The header in which a script sends a random key: the server counts a second request with the same key and the same
 * fields as the same sign-up.
 */
export const idempotencyHeader = "idempotency-key";

/**
 * The header with the id of a request, which the answer and the log repeat: a UUID or a trace id from the sender, or
 * else a new UUID.
 */
export const requestIdHeader = "X-Request-Id";

/** The forms by which a visitor can sign up: the form in the popup and the form in the page. */
export const surfaces = ["popup", "page"] as const;

export type SignUpContext = {
  surface: (typeof surfaces)[number];
  /** The name of the call to action that opened the form. */
  cta?: string;
  /** The name of the sentence that the form showed or that the visitor agreed to: a key of `wordings.texts`. */
  wording: string;
  first?: VisitSource;
  last?: VisitSource;
  /** How many milliseconds passed from the opening of the page to the sending of the form. */
  elapsedMs?: number;
  /** Whether the honeypot field, which visitors do not see, was filled in. */
  honeypotFilled?: boolean;
};

/** The name of the form field that visitors do not see: only bots fill this field in. */
export const honeypotField = "website";

/** The field that our script adds to a form that the browser itself sends: the first and the last source, as JSON. */
export const sourceField = "source";

/**
 * The fields of a lead. Every other list of fields is made from this list (`eachField` in `lead.ts`), or fails to
 * compile when a field is missing; `tests/lead-fields.test.ts` checks that each field reaches the store, the operator's
 * commands and ActiveCampaign.
 */
export const leadFields = ["name", "email", "whatsapp"] as const;
export type LeadField = (typeof leadFields)[number];

/** The name of the consent checkbox in the page's form. Its value names the sentence to which the visitor agrees. */
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

/**
 * The parameter with a person's pass, in links to the group and in the URL of the page after a sign-up without script.
 */
export const passParameter = "inscricao";

/** The JSON shape of every response of the lead function; `message` is a sentence in Portuguese for the visitor. */
export type AddContactAnswer =
  | {
      ok: true;
      /** The person's own link to the group: a path on the function's origin. Another function may send no link. */
      group?: string;
    }
  | {
      ok: false;
      code: RefusalCode;
      message: string;
      fields?: Array<FieldProblem & { message: string }>;
    };
