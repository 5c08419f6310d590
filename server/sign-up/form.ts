import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { retry } from "#content/refusals.ts";
import type { AddContactAnswer, LeadField } from "#lead/contract.ts";
import type { RetryCondition, RetryText } from "#lead/retry-page-marks.ts";
import { escapeHtml } from "#server/pages/event-pages.ts";
import { retryPage, type StaticPages } from "#server/pages/files.ts";
import { answerErrorPage } from "#server/pages/site.ts";
import { withPass } from "#server/store/pass.ts";
import { isConsentMissing, type PostedForm, type SignUpRequest } from "./read.ts";

/** The answer to a sign-up, before it is written as JSON or as a page. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: AddContactAnswer;
  /** The pass of the accepted person, for the address of the page that follows. */
  pass?: string | undefined;
  /** The form as it was sent: if it is refused, the page shows the typed values again. */
  form?: PostedForm | undefined;
};

/**
 * Answers a form that was sent without script, always with a page. If the form was refused but could be read, the page
 * contains the typed values.
 */
export function answerForm(pages: StaticPages, asked: SignUpRequest, answer: Answer): Response {
  const { status, headers, body, form } = answer;
  if (body.ok) {
    const Location = receivedPageFor(asked, answer.pass);
    return new Response(null, { status: 303, headers: { ...headers, Location } });
  }
  const template = pages.get(retryPage)?.identity;
  if (!template || !form) return answerErrorPage(pages, asked.request, answer);
  const html = fillRetryPage(template.body.toString("utf8"), retryFor(body, form));
  const type = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(html, {
    status,
    headers: { ...headers, ...template.head.security, ...type },
  });
}

/**
 * Returns the address of the next page. A visitor who signed up on a page at another allowed origin goes back to that
 * origin, whose page does not read the pass. Hosts are compared, because behind a proxy the page has an https address,
 * and the request an http address.
 */
function receivedPageFor({ request, origin }: SignUpRequest, pass: string | undefined): string {
  const isOurs = origin === undefined || new URL(origin).host === new URL(request.url).host;
  return isOurs ? withPass(paths.received, pass) : `${origin}${paths.received}`;
}

type Refused = Extract<AddContactAnswer, { ok: false }>;

export type Retry = {
  title: string;
  message: string;
  form: Pick<PostedForm, "typed" | "surface" | "consent">;
  problems: Partial<Record<LeadField | "consent", string>>;
};

function retryFor({ code, message, fields = [] }: Refused, form: PostedForm): Retry {
  if (code !== "invalid-lead") return { title: retry.failedTitle, message, form, problems: {} };
  const problems = Object.fromEntries(fields.map(({ field, message }) => [field, message]));
  const consent = isConsentMissing(form) ? { consent: messages.toasts.consentMissing.text } : {};
  return { title: retry.title, message: retry.text, form, problems: { ...problems, ...consent } };
}

/**
 * The two kinds of placeholders in the prerendered page: `{{email}}` for a text, `data-if-consented="checked"` for
 * attributes.
 */
const marks = /\{\{([a-z-]+)\}\}|data-if-([a-z-]+)="([^"]*)"/g;

/**
 * Replaces all placeholders in one pass and by a function, so that a placeholder or a `$&` that the visitor typed stays
 * plain text.
 */
export function fillRetryPage(template: string, retry: Retry): string {
  const texts = new Map<string, string>(Object.entries(textsOf(retry)));
  const conditions = new Map<string, boolean>(Object.entries(conditionsOf(retry, template)));
  return template.replace(marks, (_, text: string, condition: string, attributes: string) => {
    if (text) return escapeHtml(texts.get(text) ?? "");
    // The value gets quotes: without them, a following `/` would become part of the value.
    return conditions.get(condition) ? attributes.replace(/=(\S+)/g, '="$1"') : "";
  });
}

function textsOf({ title, message, form, problems }: Retry): Record<RetryText, string> {
  return {
    title,
    message,
    surface: form.surface,
    ...form.typed,
    "name-problem": problems.name ?? "",
    "email-problem": problems.email ?? "",
    "whatsapp-problem": problems.whatsapp ?? "",
    "consent-problem": problems.consent ?? "",
  };
}

function conditionsOf(
  { form, problems }: Retry,
  template: string,
): Record<RetryCondition, boolean> {
  // If the class ended after the visitor ticked the box, the page now asks for another consent, and its box must be
  // ticked again.
  const asksForTicked = form.consent !== undefined && template.includes(`value="${form.consent}"`);
  return {
    "name-problem": problems.name !== undefined,
    "email-problem": problems.email !== undefined,
    "whatsapp-problem": problems.whatsapp !== undefined,
    "consent-problem": problems.consent !== undefined,
    consented: asksForTicked,
    "from-page": form.surface === "page",
    "not-from-page": form.surface !== "page",
  };
}
