import { messages } from "#content/messages.ts";
import { refusals } from "#content/refusals.ts";
import type { AddContactAnswer, FieldProblem } from "#lead/contract.ts";
import type { StaticPages } from "#server/http/pages/load-pages.ts";
import { answerForm } from "./answer-form.ts";
import type { LeadRequest } from "./lead-request.ts";
import type { SignUpOutcome } from "./outcome.ts";
import { type Head, neverCached, refusalHead } from "./refusals.ts";

export function answerSignUp(
  pages: StaticPages,
  asked: LeadRequest,
  outcome: SignUpOutcome,
): Response {
  return asked.forPeople ? answerForm(pages, asked, outcome) : answerScript(asked, outcome);
}

function answerScript({ headers }: LeadRequest, outcome: SignUpOutcome): Response {
  switch (outcome.kind) {
    case "accepted":
      return answer({ status: 200, headers }, { ok: true });
    case "refused": {
      const { code, waitMs } = outcome;
      const message = refusals[code];
      return answer(refusalHead(headers, code, waitMs), { ok: false, code, message });
    }
    case "invalid": {
      const head = refusalHead(headers, "invalid-lead");
      return answer(head, invalidLead(outcome.problems));
    }
  }
}

function invalidLead(problems: FieldProblem[]): AddContactAnswer {
  const code = "invalid-lead";
  const fields = problems.map((problem) => ({
    ...problem,
    message: messages.fieldProblems[problem.field][problem.code],
  }));
  return { ok: false, code, message: refusals[code], fields };
}

const scriptHeaders = { ...neverCached, "Content-Type": "application/json" };

/** Plain headers, given once: the server then writes them as they are, without a `Headers` in between. */
function answer({ status, headers }: Head, body: AddContactAnswer): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...scriptHeaders, ...headers },
  });
}
