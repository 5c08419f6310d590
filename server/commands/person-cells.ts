import { type LeadField, leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { shellWord } from "./shell-word.ts";

/** The fields of a lead as the operator is shown them: what the commands take stands first. */
export const emailFirst: readonly LeadField[] = [
  "email",
  ...leadFields.filter((field) => field !== "email"),
];

/** The e-mail is copied from here into other commands, by hand or by xargs: both read its quotes. */
export function personCells(lead: Lead): string[] {
  return emailFirst.map((field) => (field === "email" ? shellWord(lead.email) : lead[field]));
}
