import { messages } from "#content/messages.ts";
import { pages as pageWords } from "#content/pages.ts";
import { refusals, retry } from "#content/refusals.ts";
import type { FieldProblem } from "#lead/contract.ts";
import { answerErrorPage } from "#server/http/pages/answer-page.ts";
import { retryPage, type StaticPages } from "#server/http/pages/load-pages.ts";
import { fillRetryPage, type Retry } from "./fill-retry-page.ts";
import type { LeadRequest } from "./lead-request.ts";
import type { Sent, SignUpOutcome } from "./outcome.ts";
import { type Head, neverCached, refusalHead } from "./refusals.ts";
import type { SentForm } from "./sign-up-context.ts";

/** Where a form that was posted without a script ends. */
const receivedPage = pageWords.received.path;

/** For a form that was posted without a script: always a page, with what was typed wherever it could be read. */
export function answerForm(
  pages: StaticPages,
  { request, headers }: LeadRequest,
  outcome: SignUpOutcome,
): Response {
  switch (outcome.kind) {
    case "accepted":
      return goOn(pageFor(request, headers), headers);
    case "refused": {
      const { code, sent, waitMs } = outcome;
      const retry = sent && refusedRetry(code, formIn(sent));
      return answerRetry(pages, request, refusalHead(headers, code, waitMs), retry);
    }
    case "invalid": {
      const retry = invalidRetry(outcome, formIn(outcome.sent));
      return answerRetry(pages, request, refusalHead(headers, "invalid-lead"), retry);
    }
  }
}

/** Whoever signed up on a page that stands elsewhere goes back there: only an origin that may call us is named. */
function pageFor(request: Request, headers: Record<string, string>): string {
  const elsewhere = headers["Access-Control-Allow-Origin"];
  if (elsewhere === undefined || elsewhere === new URL(request.url).origin) return receivedPage;
  return `${elsewhere}${receivedPage}`;
}

function goOn(page: string, headers: Record<string, string>): Response {
  return new Response(null, {
    status: 303,
    headers: { ...headers, ...neverCached, Location: page },
  });
}

function formIn(sent: Sent): SentForm | undefined {
  return "typed" in sent ? sent : undefined;
}

/** With nothing to send again there is only the error page. */
function answerRetry(
  pages: StaticPages,
  request: Request,
  head: Head,
  retry: Retry | undefined,
): Response {
  const template = pages.get(retryPage)?.get("identity");
  if (!template || !retry) return answerErrorPage(pages, request, head);
  return new Response(fillRetryPage(template.body.toString("utf8"), retry), {
    status: head.status,
    headers: {
      ...head.headers,
      ...template.security,
      "Content-Type": "text/html; charset=utf-8",
    },
  });
}

function refusedRetry(code: keyof typeof refusals, sent: SentForm | undefined): Retry | undefined {
  if (sent === undefined) return undefined;
  const message = refusals[code];
  return { title: retry.failedTitle, message, sent, problems: {} };
}

type Invalid = Extract<SignUpOutcome, { kind: "invalid" }>;

function invalidRetry(
  { problems, consentMissing }: Invalid,
  sent: SentForm | undefined,
): Retry | undefined {
  if (sent === undefined) return undefined;
  const { title, text: message } = retry;
  const fields = Object.fromEntries(problems.map((problem) => [problem.field, sentence(problem)]));
  const consent = consentMissing ? { consent: messages.toasts.consentMissing.text } : {};
  return { title, message, sent, problems: { ...fields, ...consent } };
}

function sentence({ field, code }: FieldProblem): string {
  return messages.fieldProblems[field][code];
}
