import type { LeadField } from "./contract.ts";

/** What one person typed into the fields, but trimmed and in Unicode's form NFC. */
export type Lead = Record<LeadField, string>;

/** Makes an object with a value for each field of a lead, always in the same order. */
export function eachField<Value>(make: (field: LeadField) => Value): Record<LeadField, Value> {
  return { name: make("name"), email: make("email"), whatsapp: make("whatsapp") };
}

/**
 * An e-mail key is cut at this length: mail reaches no longer address (RFC 5321, 4.5.3.1.3), but browsers accept one.
 * Postgres cannot index a key of some thousand characters, so a transaction would fail with all sign-ups in it.
 */
const maxKeyLength = 254;

/** Two e-mail addresses with the same key count as the same person. */
export function emailKey(email: string): string {
  return email.toLowerCase().slice(0, maxKeyLength);
}

/**
 * Characters that a terminal or a mail program obeys instead of showing: control characters, marks that change the
 * direction of text, and ends of lines. Joiners are not among them, because emoji and some writing systems need them.
 */
export const controlCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
