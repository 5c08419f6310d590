import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { refusals } from "#content/refusals.ts";
import type { AddContactAnswer, FieldProblem } from "#lead/contract.ts";
import { withPass } from "#server/http/groups/pass-in-address.ts";
import { type AnswerHead, neverCached } from "#server/http/headers.ts";
import type { LeadRequest } from "./lead-request.ts";
import type { SignUpOutcome } from "./outcome.ts";
import { refusalHead } from "./refusals.ts";

/** Answers, with JSON, a sign-up that was sent by a script. */
export function answerJson({ headers }: LeadRequest, outcome: SignUpOutcome): Response {
  switch (outcome.kind) {
    case "accepted":
      return answer({ status: 200, headers }, accepted(outcome.pass));
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

function accepted(pass: string | undefined): AddContactAnswer {
  return pass === undefined ? { ok: true } : { ok: true, group: withPass(paths.group, pass) };
}

function invalidLead(problems: FieldProblem[]): AddContactAnswer {
  const code = "invalid-lead";
  const fields = problems.map((problem) => ({
    ...problem,
    message: messages.fieldProblems[problem.field][problem.code],
  }));
  return { ok: false, code, message: refusals[code], fields };
}

const jsonHeaders = { ...neverCached, "Content-Type": "application/json" };

/**
 * Passes the headers as a plain object: @hono/node-server then writes them without making a `Headers` object.
 * `Object.assign` copies so many headers ten times as fast as spreading them does.
 */
function answer({ status, headers }: AnswerHead, body: AddContactAnswer): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: Object.assign({}, jsonHeaders, headers),
  });
}
