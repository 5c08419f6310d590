import type { LeadField, RetryCondition, RetryText } from "#lead/contract.ts";
import type { SentForm } from "./sign-up-context.ts";

export type Retry = {
  title: string;
  message: string;
  sent: Pick<SentForm, "typed" | "surface" | "consented">;
  problems: Partial<Record<LeadField | "consent", string>>;
};

/** The two kinds of marks that `lead/contract.ts` describes. */
const marks = /\{\{([a-z-]+)\}\}|data-if-([a-z-]+)="([^"]*)"/g;

/** In one pass and by a function: a mark that the visitor typed is text like any other, and so is `$&`. */
export function fillRetryPage(template: string, retry: Retry): string {
  const texts = new Map<string, string>(Object.entries(textsOf(retry)));
  const conditions = new Map<string, boolean>(Object.entries(conditionsOf(retry)));
  return template.replace(marks, (_, text: string, condition: string, attributes: string) => {
    if (text) return escapeHtml(texts.get(text) ?? "");
    return conditions.get(condition) ? quoteValues(attributes) : "";
  });
}

function textsOf({ title, message, sent, problems }: Retry): Record<RetryText, string> {
  return {
    title,
    message,
    surface: sent.surface,
    ...sent.typed,
    "name-problem": problems.name ?? "",
    "email-problem": problems.email ?? "",
    "whatsapp-problem": problems.whatsapp ?? "",
    "consent-problem": problems.consent ?? "",
  };
}

function conditionsOf({ sent, problems }: Retry): Record<RetryCondition, boolean> {
  return {
    "name-problem": problems.name !== undefined,
    "email-problem": problems.email !== undefined,
    "whatsapp-problem": problems.whatsapp !== undefined,
    "consent-problem": problems.consent !== undefined,
    consented: sent.consented,
    "from-page": sent.surface === "page",
    "not-from-page": sent.surface !== "page",
  };
}

const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities.get(character) ?? "");
}

/** `aria-invalid=true` becomes `aria-invalid="true"`: without quotes a value would swallow a `/` that follows. */
function quoteValues(attributes: string): string {
  return attributes.replace(/=(\S+)/g, '="$1"');
}
