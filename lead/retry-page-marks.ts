import type { LeadField } from "./contract.ts";

/*
 * The retry page answers a form that was posted without script and has problems. It is prerendered with marks, and the
 * server replaces them: `{{email}}` with a text, `data-if-email-problem="…"` with the attributes in it or with nothing.
 */

type RetryProblem = `${LeadField | "consent"}-problem`;
export type RetryText = "title" | "message" | "surface" | LeadField | RetryProblem;
export type RetryCondition = RetryProblem | "consented" | "from-page" | "not-from-page";

export function textMark(text: RetryText): string {
  return `{{${text}}}`;
}

/**
 * Marks attributes that the server writes only if the condition holds. The attributes are as in HTML, but without
 * quotes: `checked`, `aria-invalid=true aria-describedby=some-id`.
 */
export function attributesIf(
  condition: RetryCondition,
  attributes: string,
): Record<`data-if-${string}`, string> {
  return { [`data-if-${condition}`]: attributes };
}
