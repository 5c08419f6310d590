import { consentField, trapField } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { type Context, isConsent, surfaceOf, wordingOn } from "./sign-up-context.ts";

/** What a body says, before anybody asks whether it makes a lead. */
export type SentForm = Context & {
  typed: Lead;
  consented: boolean;
  key: string | undefined;
};

export function sentForm(fields: unknown): SentForm {
  const texts = textsIn(fields);
  const surface = surfaceOf(texts.get("surface"));
  return {
    typed: eachField((field) => texts.get(field) ?? ""),
    consented: isConsent(texts.get(consentField)),
    key: texts.get("apikey"),
    surface,
    wording: wordingOn(surface, texts.get(consentField) ?? texts.get("wording")),
    trapped: Boolean(texts.get(trapField)),
    // Only a script can tell these.
    cta: undefined,
    source: undefined,
    elapsedMs: undefined,
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
