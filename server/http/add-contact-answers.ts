import { messages } from "#content/messages.ts";
import type { AddContactAnswer, FieldProblem } from "#lead/contract.ts";
import { answerForm } from "./form-answers.ts";
import type { StaticPages } from "./load-pages.ts";
import { bodyKind } from "./read-body.ts";
import { type RefusalHead, refusalHead } from "./refusals.ts";
import type { SignUpOutcome } from "./sign-up-outcome.ts";

export function answerSignUp(
  pages: StaticPages,
  request: Request,
  outcome: SignUpOutcome,
): Response {
  return isForPeople(request) ? answerForm(pages, request, outcome) : answerScript(outcome);
}

/** A form shows its answer to the visitor. One of a type we cannot read is known by the page it waits for. */
export function isForPeople(request: Request): boolean {
  const kind = bodyKind(request.headers.get("content-type") ?? undefined);
  const awaited = request.headers.get("accept") ?? "";
  return kind === "form" || (kind === undefined && awaited.includes("text/html"));
}

function answerScript(outcome: SignUpOutcome): Response {
  switch (outcome.kind) {
    case "accepted":
      return answer({ status: 200, headers: { "Cache-Control": "no-store" } }, { ok: true });
    case "refused": {
      const { code, waitMs } = outcome;
      return answer(refusalHead(code, waitMs), {
        ok: false,
        code,
        message: messages.refusals[code],
      });
    }
    case "invalid":
      return refuseFields(outcome.problems);
  }
}

function refuseFields(problems: FieldProblem[]): Response {
  const code = "invalid-lead";
  const fields = problems.map((problem) => ({
    ...problem,
    message: messages.fieldProblems[problem.field][problem.code],
  }));
  return answer(refusalHead(code), { ok: false, code, message: messages.refusals[code], fields });
}

function answer(head: RefusalHead, body: AddContactAnswer): Response {
  return Response.json(body, head);
}
