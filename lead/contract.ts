import type { VisitSource } from "./visit-source.ts";

/** The path of the lead function. */
export const addContactPath = "/functions/v1/add-contact-active-campaign";

/**
 * A script sends a `SignUpContext` in this header, as percent-encoded JSON; the body carries only the fields of the
 * lead.
 */
export const contextHeader = "x-sign-up-context";

/**
 * A script sends a key in this header: a second request with the same key and the same fields counts as the same
 * sign-up.
 */
export const idempotencyHeader = "idempotency-key";

/**
 * The name of a request, which its answer repeats and the log names: a UUID or a trace id of the sender, or else a new UUID.
 */
export const requestIdHeader = "X-Request-Id";

/** Where on the page a visitor can sign up. */
export const surfaces = ["popup", "page"] as const;

export type SignUpContext = {
  surface: (typeof surfaces)[number];
  /** The call to action that led to the form. */
  cta?: string;
  /** The wording that the visitor was told beside the button, or agreed to: a key of `wordings.texts` in `content/`. */
  wording: string;
  first?: VisitSource;
  last?: VisitSource;
  /** The milliseconds from the opening of the page to the sending of the form. */
  elapsedMs?: number;
  /** Whether the honeypot field was filled in. */
  honeypotFilled?: boolean;
};

/** A field of the forms that visitors do not see: only bots fill it in. */
export const honeypotField = "website";

/** The field that our script adds to a form which the browser itself sends: first and last source, as in the header. */
export const sourceField = "source";

/**
 * The fields of a lead. Every other list of fields is made from this list (`eachField` in `lead.ts`), or fails to
 * compile when a field is missing; `tests/lead-fields.test.ts` checks that each field reaches the store, the operator's
 * commands and ActiveCampaign.
 */
export const leadFields = ["name", "email", "whatsapp"] as const;
export type LeadField = (typeof leadFields)[number];

/** The box in the page's form. When it is ticked, its value names the wording that the visitor agreed to. */
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

/** The parameter of a link to the group, and of the page after a sign-up without script, that holds the person's pass. */
export const passParameter = "inscricao";

/** The JSON shape of every response of the lead function; `message` is a sentence in Portuguese for the visitor. */
export type AddContactAnswer =
  | {
      ok: true;
      /** The person's link to the group, from the root of the function's origin; another function may give none. */
      group?: string;
    }
  | {
      ok: false;
      code: RefusalCode;
      message: string;
      fields?: Array<FieldProblem & { message: string }>;
    };
