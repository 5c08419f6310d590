import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { refusals, retry } from "#content/refusals.ts";
import type { FieldProblem } from "#lead/contract.ts";
import { withPass } from "#server/http/groups/pass-in-address.ts";
import { type AnswerHead, neverCached } from "#server/http/headers.ts";
import { answerErrorPage } from "#server/http/pages/answer-page.ts";
import { retryPage } from "#server/http/pages/load-pages.ts";
import type { StaticPages } from "#server/http/pages/prepared-file.ts";
import { fillRetryPage, type Retry } from "./fill-retry-page.ts";
import type { LeadRequest } from "./lead-request.ts";
import type { SignUpOutcome } from "./outcome.ts";
import { refusalHead } from "./refusals.ts";
import { isPostedForm, type ReceivedSignUp } from "./sign-up-context.ts";

/** The page that visitors see after a sign-up without script. */
const receivedPage = paths.received;

/**
 * Answers a form that was sent without script, always with a page. If the form was refused and could be read, the page
 * has the typed values.
 */
export function answerForm(
  pages: StaticPages,
  { request, headers }: LeadRequest,
  outcome: SignUpOutcome,
): Response {
  switch (outcome.kind) {
    case "accepted":
      return redirectTo(receivedPageFor(request, headers, outcome.pass), headers);
    case "refused": {
      const { code, signUp, waitMs } = outcome;
      const head = refusalHead(headers, code, waitMs);
      return answerRetry(pages, request, head, signUp && retryAfterRefusal(code, signUp));
    }
    case "invalid": {
      const head = refusalHead(headers, "invalid-lead");
      return answerRetry(pages, request, head, retryWithProblems(outcome));
    }
  }
}

/**
 * A visitor who signed up on a page at another allowed origin goes back to that origin, whose page does not read the
 * pass. Hosts are compared, because behind a proxy the page came by https, and the request comes by http.
 */
function receivedPageFor(
  request: Request,
  headers: Record<string, string>,
  pass: string | undefined,
): string {
  const origin = headers["Access-Control-Allow-Origin"];
  const isOurs = origin === undefined || new URL(origin).host === new URL(request.url).host;
  if (isOurs) return withPass(receivedPage, pass);
  return `${origin}${receivedPage}`;
}

function redirectTo(page: string, headers: Record<string, string>): Response {
  return new Response(null, {
    status: 303,
    headers: { ...headers, ...neverCached, Location: page },
  });
}

/** Answers with the retry page, or with the error page if there is no form to send again. */
function answerRetry(
  pages: StaticPages,
  request: Request,
  head: AnswerHead,
  retry: Retry | undefined,
): Response {
  const template = pages.get(retryPage)?.get("identity");
  if (!template || !retry) return answerErrorPage(pages, request, head);
  return new Response(fillRetryPage(template.body.toString("utf8"), retry), {
    status: head.status,
    headers: {
      ...head.headers,
      ...template.head.security,
      "Content-Type": "text/html; charset=utf-8",
    },
  });
}

function retryAfterRefusal(code: keyof typeof refusals, form: ReceivedSignUp): Retry | undefined {
  if (!isPostedForm(form)) return undefined;
  return { title: retry.failedTitle, message: refusals[code], form, problems: {} };
}

function retryWithProblems({
  signUp: form,
  problems,
  consentMissing,
}: Extract<SignUpOutcome, { kind: "invalid" }>): Retry | undefined {
  if (!isPostedForm(form)) return undefined;
  const { title, text: message } = retry;
  const fields = Object.fromEntries(problems.map((problem) => [problem.field, sentence(problem)]));
  const consent = consentMissing ? { consent: messages.toasts.consentMissing.text } : {};
  return { title, message, form, problems: { ...fields, ...consent } };
}

function sentence({ field, code }: FieldProblem): string {
  return messages.fieldProblems[field][code];
}
