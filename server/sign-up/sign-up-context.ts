import { messages } from "#content/messages.ts";
import { consentField, contextHeader, honeypotField, sourceField } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { readSource } from "#lead/visit-source.ts";
import { type Surface, visitorSurfaces } from "#server/store/tables.ts";

/** How a sign-up came about, as the browser says. A browser can send anything, so unknown values are left out. */
export type CheckedContext = {
  surface: Surface;
  wording: string | undefined;
  cta: string | undefined;
  /** First and last source of the visit, as JSON. */
  source: string | undefined;
  elapsedMs: number | undefined;
  honeypotFilled: boolean;
};

/** A form that was sent without script, before its fields are checked. */
export type PostedForm = CheckedContext & {
  typed: Lead;
  /** The wording whose box the visitor ticked. */
  consent: string | undefined;
  key: string | undefined;
};

/** A script sends the context in a header, a form sends it in its body. */
export type ReceivedSignUp = CheckedContext | PostedForm;

export function isPostedForm(signUp: ReceivedSignUp): signUp is PostedForm {
  return "typed" in signUp;
}

/**
 * Whether the required tick of the consent box is missing. With script, the page itself asks for the tick, and its JSON
 * does not contain the tick.
 */
export function isConsentMissing(signUp: ReceivedSignUp): boolean {
  return isPostedForm(signUp) && signUp.surface === "page" && signUp.consent === undefined;
}

/**
 * A longer context header is ignored. The page sends up to 6,000 characters; Node accepts up to 16,384 for all headers
 * together.
 */
const maxHeaderLength = 8_192;
const ctaName = /^[a-z-]{1,40}$/;

export function readContextHeader(headers: Headers): CheckedContext {
  const context = parseContext(headers.get(contextHeader) ?? "");
  const { cta, elapsedMs } = context;
  const surface = knownSurface(context["surface"]);
  return {
    surface,
    wording: knownWording(surface, context["wording"]),
    cta: typeof cta === "string" && ctaName.test(cta) ? cta : undefined,
    source: readSources(context),
    elapsedMs: typeof elapsedMs === "number" ? elapsedMs : undefined,
    honeypotFilled: context["honeypotFilled"] === true,
  };
}

function parseContext(encoded: string): Record<string, unknown> {
  if (encoded === "" || encoded.length > maxHeaderLength) return {};
  try {
    const value: unknown = JSON.parse(decodeURIComponent(encoded));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function readSources({ first, last }: Record<string, unknown>): string | undefined {
  const sources = { first: readSource(first), last: readSource(last) };
  return sources.first || sources.last ? JSON.stringify(sources) : undefined;
}

function knownSurface(given: unknown): Surface {
  return visitorSurfaces.find((surface) => surface === given) ?? "unknown";
}

/**
 * Returns the wording that the sign-up names, if the sign-up's surface shows it: the page's form shows a consent, the
 * popup a notice. A sign-up that names a wording of the other surface is stored without a wording.
 */
function knownWording(surface: Surface, given: unknown): string | undefined {
  const wording = Object.keys(messages.wordings.texts).find((name) => name === given);
  if (wording === undefined || surface === "unknown") return wording;
  return isConsent(wording) === (surface === "page") ? wording : undefined;
}

function isConsent(wording: string): boolean {
  return messages.wordings.consents.some((name) => name === wording);
}

export function readPostedForm(fields: unknown): PostedForm {
  const texts = textsIn(fields);
  const surface = knownSurface(texts.get("surface"));
  const ticked = texts.get(consentField) ?? "";
  return {
    typed: eachField((field) => texts.get(field) ?? ""),
    consent: isConsent(ticked) ? ticked : undefined,
    key: texts.get("apikey"),
    surface,
    wording: knownWording(surface, texts.get(consentField) ?? texts.get("wording")),
    honeypotFilled: Boolean(texts.get(honeypotField)),
    // Only a script can know the source of the visit, and adds it if it has loaded when the form is sent.
    source: readSources(parseContext(texts.get(sourceField) ?? "")),
    cta: undefined,
    elapsedMs: undefined,
  };
}

function textsIn(fields: unknown): Map<string, string> {
  if (!isObject(fields)) return new Map();
  return new Map(Object.entries(fields).filter(isText));
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}
