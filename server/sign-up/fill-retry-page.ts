import type { LeadField } from "#lead/contract.ts";
import type { RetryCondition, RetryText } from "#lead/retry-page-marks.ts";
import { escapeHtml } from "#server/http/pages/escape-html.ts";
import type { PostedForm } from "./sign-up-context.ts";

export type Retry = {
  title: string;
  message: string;
  form: Pick<PostedForm, "typed" | "surface" | "consent">;
  problems: Partial<Record<LeadField | "consent", string>>;
};

/** The two kinds of marks in the prerendered page: `{{email}}` for a text, `data-if-consented="checked"` for attributes. */
const marks = /\{\{([a-z-]+)\}\}|data-if-([a-z-]+)="([^"]*)"/g;

/**
 * Replaces all marks in one pass and by a function, so that a mark or a `$&` that the visitor typed stays plain text.
 */
export function fillRetryPage(template: string, retry: Retry): string {
  const texts = new Map<string, string>(Object.entries(textsOf(retry)));
  const conditions = new Map<string, boolean>(Object.entries(conditionsOf(retry, template)));
  return template.replace(marks, (_, text: string, condition: string, attributes: string) => {
    if (text) return escapeHtml(texts.get(text) ?? "");
    return conditions.get(condition) ? quoteValues(attributes) : "";
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
  return {
    "name-problem": problems.name !== undefined,
    "email-problem": problems.email !== undefined,
    "whatsapp-problem": problems.whatsapp !== undefined,
    "consent-problem": problems.consent !== undefined,
    consented: asksFor(template, form.consent),
    "from-page": form.surface === "page",
    "not-from-page": form.surface !== "page",
  };
}

/**
 * Whether the page's box asks for this consent. If the class ended after the visitor ticked the box, the page asks for
 * another one, and the visitor has to tick it again.
 */
function asksFor(template: string, consent: string | undefined): boolean {
  return consent !== undefined && template.includes(`value="${consent}"`);
}

/**
 * Turns `aria-invalid=true` into `aria-invalid="true"`, because without quotes a value would swallow a `/` that
 * follows.
 */
function quoteValues(attributes: string): string {
  return attributes.replace(/=(\S+)/g, '="$1"');
}
