import type { Lead } from "#lead/lead.ts";

/** The people of the tests. No person is real, because the e-mail domain is reserved for examples. */
export const ana: Lead = {
  name: "Ana Lima",
  email: "ana@example.com",
  whatsapp: "(11) 98765-4321",
};

export const bia: Lead = {
  name: "Bia Reis",
  email: "bia@example.com",
  whatsapp: "(21) 98765-4321",
};

export const caio: Lead = {
  name: "Caio Melo",
  email: "caio@example.com",
  whatsapp: "(31) 98765-4321",
};

/**
 * Returns `count` different people. Another `word` in their e-mails makes them different from the people of an earlier
 * call.
 */
export function people(count: number, word = "person"): Lead[] {
  return Array.from({ length: count }, (_, index) => ({
    ...ana,
    email: `${word}-${index}@example.com`,
  }));
}
