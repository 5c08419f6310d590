import type { LeadField } from "./contract.ts";

/*
 * The server sends the retry page when a form that was posted without script has problems. The build writes marks into
 * this page, which the server replaces: `{{email}}` by the typed e-mail, and `data-if-email-problem="…"` by the
 * attributes between its quotes if the e-mail has a problem, otherwise by an empty text.
 */

type RetryProblem = `${LeadField | "consent"}-problem`;
export type RetryText = "title" | "message" | "surface" | LeadField | RetryProblem;
export type RetryCondition = RetryProblem | "consented" | "from-page" | "not-from-page";

export function textMark(text: RetryText): string {
  return `{{${text}}}`;
}

/**
 * Marks attributes that the server writes only if the condition is true. The attributes are written as in HTML, but
 * without quotes: `checked`, `aria-invalid=true aria-describedby=some-id`.
 */
export function attributesIf(
  condition: RetryCondition,
  attributes: string,
): Record<`data-if-${string}`, string> {
  return { [`data-if-${condition}`]: attributes };
}
