/** What the browser and the server agree on about the lead function. */
export const addContactPath = "/functions/v1/add-contact-active-campaign";

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
