import type { Context, Hono } from "hono";
import type { Logger } from "pino";
import { addContactPath } from "#lead/contract.ts";
import type { StaticPages } from "#server/http/pages/load-pages.ts";
import { type AddContactDeps, addContact } from "./add-contact.ts";
import { answerForm } from "./answer-form.ts";
import { answerJson } from "./answer-json.ts";
import { answerPreflight } from "./cors.ts";
import { type LeadRequest, type LeadRequestDeps, readLeadRequest } from "./lead-request.ts";
import { outcomeCode, type SignUpOutcome } from "./outcome.ts";

export type LeadFunctionDeps = AddContactDeps &
  LeadRequestDeps &
  ReportDeps & {
    pages: StaticPages;
  };

export type RefuseUnexpected = (error: unknown, context: Context) => Response;

/** Every answer of the lead function, errors too, is logged and counted. Returns the function that answers after an unexpected error. */
export function addLeadFunction(app: Hono, deps: LeadFunctionDeps): RefuseUnexpected {
  const report = createReport(deps);
  const answer = (leadRequest: LeadRequest, outcome: SignUpOutcome): Response => {
    report(leadRequest, outcome);
    return leadRequest.fromForm
      ? answerForm(deps.pages, leadRequest, outcome)
      : answerJson(leadRequest, outcome);
  };
  app.post(addContactPath, async (context) => {
    const leadRequest = readLeadRequest(deps, context);
    return answer(leadRequest, await addContact(deps, leadRequest));
  });
  app.options(addContactPath, (context) => answerPreflight(readLeadRequest(deps, context).headers));
  // Any other method.
  app.all(addContactPath, (context) =>
    answer(readLeadRequest(deps, context), { kind: "refused", code: "method-not-allowed" }),
  );
  return (error, context) => {
    const leadRequest = readLeadRequest(deps, context);
    deps.log.error(
      { error, request: leadRequest.id },
      "An unexpected error occurred while a sign-up was answered.",
    );
    return answer(leadRequest, { kind: "refused", code: "unexpected" });
  };
}

type ReportDeps = {
  log: Logger;
  countSignUp: (outcome: SignUpOutcome) => void;
  clock: () => number;
};

/** Writes the outcome to the log and to the counters, without personal data. */
function createReport({ log, countSignUp, clock }: ReportDeps) {
  // This line holds no text of a visitor, and searching it for personal data costs more than writing it.
  const plainLog = log.child({}, { redact: [] });
  return ({ id, startedAt }: LeadRequest, outcome: SignUpOutcome): void => {
    countSignUp(outcome);
    const line = {
      request: id,
      outcome: outcomeCode(outcome),
      surface: outcome.signUp?.surface ?? "unknown",
      ms: clock() - startedAt,
    };
    plainLog.info(line, "A sign-up was answered.");
  };
}
