import { messages } from "#content/messages.ts";
import type { FieldProblem } from "#lead/contract.ts";
import { retryPage, type StaticPages } from "./load-pages.ts";
import { type RefusalHead, refusalHead } from "./refusals.ts";
import { fillRetryPage, type Retry } from "./retry-page.ts";
import type { SentForm } from "./sent-form.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";
import { answerErrorPage } from "./static-pages.ts";

/** Where a form that was posted without a script ends. */
const receivedPage = "/inscricao-recebida";

/** For a form that was posted without a script: always a page, with what was typed wherever it could be read. */
export function answerForm(pages: StaticPages, request: Request, outcome: SignUpOutcome): Response {
  switch (outcome.kind) {
    case "accepted":
      return goOn(receivedPage);
    case "refused": {
      const retry = outcome.sent && refusedRetry(outcome.code, outcome.sent);
      return answerRetry(pages, request, refusalHead(outcome.code, outcome.waitMs), retry);
    }
    case "invalid":
      return answerRetry(pages, request, refusalHead("invalid-lead"), invalidRetry(outcome));
  }
}

function goOn(page: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: page, "Cache-Control": "no-store" },
  });
}

/** With nothing to send again there is only the error page. */
function answerRetry(
  pages: StaticPages,
  request: Request,
  head: RefusalHead,
  retry: Retry | undefined,
): Response {
  const template = pages.get(retryPage)?.get("identity");
  if (!template || !retry) return answerErrorPage(pages, request, head);
  return new Response(fillRetryPage(template.body.toString("utf8"), retry), {
    status: head.status,
    headers: {
      ...head.headers,
      "Content-Type": "text/html; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function refusedRetry(code: keyof typeof messages.refusals, sent: SentForm): Retry {
  const message = messages.refusals[code];
  return { title: messages.retry.failedTitle, message, sent, problems: {} };
}

type Invalid = Extract<SignUpOutcome, { kind: "invalid" }>;

function invalidRetry({ sent, problems, consentMissing }: Invalid): Retry {
  const { title, text: message } = messages.retry;
  const fields = Object.fromEntries(problems.map((problem) => [problem.field, sentence(problem)]));
  const consent = consentMissing ? { consent: messages.toasts.consentMissing.text } : {};
  return { title, message, sent, problems: { ...fields, ...consent } };
}

function sentence({ field, code }: FieldProblem): string {
  return messages.fieldProblems[field][code];
}
