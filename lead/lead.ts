import type { LeadField } from "./contract.ts";

/** The answers of one person as they were typed, but trimmed and in NFC. */
export type Lead = Record<LeadField, string>;

/** Makes an object with a value for each field of a lead, always in the same order. */
export function eachField<Value>(make: (field: LeadField) => Value): Record<LeadField, Value> {
  return { name: make("name"), email: make("email"), whatsapp: make("whatsapp") };
}

/**
 * Mail reaches no longer address (RFC 5321, 4.5.3.1.3), but browsers accept one. Postgres cannot index a key of some
 * thousand characters: the transaction would fail, with all sign-ups in it.
 */
const maxKeyLength = 254;

/** Two addresses with the same key count as the same person. */
export function emailKey(email: string): string {
  return email.toLowerCase().slice(0, maxKeyLength);
}
