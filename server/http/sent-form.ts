import { consentField, type LeadField } from "#lead/contract.ts";
import { type Surface, surfaces } from "#server/storage/submissions.ts";

/** What a body says, before anybody asks whether it makes a lead. */
export type SentForm = {
  typed: Record<LeadField, string>;
  surface: Surface;
  consented: boolean;
  key: string | undefined;
};

export function sentForm(fields: unknown): SentForm {
  const texts = textsIn(fields);
  const typed = (field: LeadField) => texts.get(field) ?? "";
  return {
    typed: { name: typed("name"), email: typed("email"), whatsapp: typed("whatsapp") },
    surface: surfaces.find((surface) => surface === texts.get("surface")) ?? "unknown",
    consented: Boolean(texts.get(consentField)),
    key: texts.get("apikey"),
  };
}

function textsIn(fields: unknown): Map<string, string> {
  if (typeof fields !== "object" || fields === null) return new Map();
  const entries: [string, unknown][] = Object.entries(fields);
  return new Map(entries.filter(isText));
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}
