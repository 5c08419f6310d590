import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { refusals, retry } from "#content/refusals.ts";
import { type AnswerHead, neverCached } from "#server/http/headers.ts";
import { answerJson } from "#server/sign-up/answer-json.ts";
import type { LeadRequest } from "#server/sign-up/lead-request.ts";
import type { SignUpOutcome } from "#server/sign-up/outcome.ts";
import { refusalHead } from "#server/sign-up/refusals.ts";

/**
 * Answers a form that was sent without script. The platform shows no HTML of a function, so a person whose form was refused
 * gets a plain text, and goes back to the form with the browser's own button.
 */
export function answerFormOnEdge(
  siteUrl: string,
  leadRequest: LeadRequest,
  outcome: SignUpOutcome,
): Response {
  const { headers } = leadRequest;
  switch (outcome.kind) {
    case "accepted": {
      const Location = `${headers["Access-Control-Allow-Origin"] ?? siteUrl}${paths.received}`;
      return new Response(null, { status: 303, headers: { ...headers, ...neverCached, Location } });
    }
    case "refused": {
      const { code, waitMs } = outcome;
      // A form never sends a GET, so this is a program or a person who has opened the address itself.
      if (code === "method-not-allowed") return answerJson(leadRequest, outcome);
      return textOf(refusalHead(headers, code, waitMs), [refusals[code]]);
    }
    case "invalid":
      return textOf(refusalHead(headers, "invalid-lead"), problemsOf(outcome));
  }
}

function problemsOf({
  problems,
  consentMissing,
}: Extract<SignUpOutcome, { kind: "invalid" }>): string[] {
  const fields = problems.map(({ field, code }) => {
    return `${messages.form[field].label}: ${messages.fieldProblems[field][code]}`;
  });
  return consentMissing ? [...fields, messages.toasts.consentMissing.text] : fields;
}

function textOf({ status, headers }: AnswerHead, sentences: string[]): Response {
  const text = [`${retry.failedTitle}.`, ...sentences, retry.goBack].join("\n\n");
  const type = { "Content-Type": "text/plain; charset=utf-8" };
  return new Response(`${text}\n`, { status, headers: { ...headers, ...type } });
}
