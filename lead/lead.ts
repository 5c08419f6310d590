import type { LeadField } from "./contract.ts";

/** The texts that one person typed into the fields of a form, trimmed and in Unicode's form NFC. */
export type Lead = Record<LeadField, string>;

/** Makes an object with a value for each field of a lead, always in the same order. */
export function eachField<Value>(make: (field: LeadField) => Value): Record<LeadField, Value> {
  return { name: make("name"), email: make("email"), whatsapp: make("whatsapp") };
}

/**
 * The length at which an e-mail key is cut. No longer address can get mail (RFC 5321, 4.5.3.1.3), but browsers accept
 * longer addresses. Postgres cannot index a key of some thousand characters, so the transaction would fail, with all
 * its sign-ups.
 */
const maxKeyLength = 254;

/** Two e-mail addresses with the same key count as the same person. */
export function emailKey(email: string): string {
  return email.toLowerCase().slice(0, maxKeyLength);
}

/**
 * Characters that a terminal or a mail program obeys instead of showing: control characters, characters that change the
 * direction of text, and line breaks. Joiners are not included, because emoji and some writing systems need them.
 */
export const controlCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
