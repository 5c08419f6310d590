import type { LeadField } from "./contract.ts";

/** A person who asked to take part, exactly as they typed it (trimmed and in NFC). */
export type Lead = Record<LeadField, string>;

/** Makes an object with a value for each field of a lead, always in the same order. */
export function eachField<Value>(make: (field: LeadField) => Value): Record<LeadField, Value> {
  return { name: make("name"), email: make("email"), whatsapp: make("whatsapp") };
}

/**
 * No mail reaches a longer address (RFC 5321, 4.5.3.1.3), though browsers take one. Postgres cannot index a key of
 * some thousand characters: it would refuse the sign-up, and with it all that are committed together.
 */
const longestKey = 254;

/** Two spellings of one address are one person: the key is what makes a lead unique. */
export function emailKey(email: string): string {
  return email.toLowerCase().slice(0, longestKey);
}
