import { type LeadField, leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { shellWord } from "./escape.ts";

/** The fields of a lead as commands print them. The e-mail comes first, because operators copy it into other commands. */
export const emailFirst: readonly LeadField[] = [
  "email",
  ...leadFields.filter((field) => field !== "email"),
];

/** The e-mail is in quotes where a shell needs them: operators copy it into other commands, by hand or by xargs. */
export function personCells(lead: Lead): string[] {
  return emailFirst.map((field) => (field === "email" ? shellWord(lead.email) : lead[field]));
}
