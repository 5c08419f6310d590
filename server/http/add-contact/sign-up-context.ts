import { messages } from "#content/messages.ts";
import { consentField, contextHeader, trapField } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { readSource } from "#lead/visit-source.ts";
import { type Surface, surfaces } from "#server/storage/tables.ts";

/** How a sign-up came about. The browser says so, and may say anything: what is not known is dropped. */
export type Context = {
  surface: Surface;
  wording: string | undefined;
  cta: string | undefined;
  /** First and last source, as JSON. */
  source: string | undefined;
  elapsedMs: number | undefined;
  trapped: boolean;
};

type Said = Record<string, unknown>;

/** The page sends up to 6,000; Node itself takes no more than 16,384 for all headers together. */
const longestHeader = 8_192;
const ctaName = /^[a-z-]{1,40}$/;

export function readContext(headers: Headers): Context {
  const said = readHeader(headers.get(contextHeader) ?? "");
  const { cta, elapsedMs } = said;
  const surface = surfaceOf(said["surface"]);
  return {
    surface,
    wording: wordingOn(surface, said["wording"]),
    cta: typeof cta === "string" && ctaName.test(cta) ? cta : undefined,
    source: readSources(said),
    elapsedMs: typeof elapsedMs === "number" ? elapsedMs : undefined,
    trapped: said["trapped"] === true,
  };
}

function surfaceOf(said: unknown): Surface {
  return surfaces.find((one) => one === said) ?? "unknown";
}

/** The page's form has a sentence to agree to, the popup one that only tells: nobody can have met the other one there. */
function wordingOn(surface: Surface, said: unknown): string | undefined {
  const wording = Object.keys(messages.wordings.texts).find((name) => name === said);
  if (wording === undefined || surface === "unknown") return wording;
  return isConsent(wording) === (surface === "page") ? wording : undefined;
}

function isConsent(said: string | undefined): boolean {
  return messages.wordings.consents.some((name) => name === said);
}

function readHeader(header: string): Said {
  if (header === "" || header.length > longestHeader) return {};
  try {
    const said: unknown = JSON.parse(decodeURIComponent(header));
    return isFields(said) ? said : {};
  } catch {
    return {};
  }
}

function readSources({ first, last }: Said): string | undefined {
  const sources = { first: readSource(first), last: readSource(last) };
  return sources.first || sources.last ? JSON.stringify(sources) : undefined;
}

function isFields(value: unknown): value is Said {
  return typeof value === "object" && value !== null;
}

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
