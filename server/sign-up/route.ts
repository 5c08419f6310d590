import { Hono } from "hono";
import { alarms } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "#server/log.ts";
import { type AddContactDeps, addContact } from "./add-contact.ts";
import { answerJson } from "./answer-json.ts";
import { answerPreflight } from "./cors.ts";
import { type LeadRequest, type LeadRequestDeps, readLeadRequest } from "./lead-request.ts";
import { outcomeCode, type SignUpOutcome } from "./outcome.ts";

export type LeadFunctionDeps = AddContactDeps &
  LeadRequestDeps &
  ReportDeps & {
    /** Answers a form that was sent without script. */
    answerForm: (leadRequest: LeadRequest, outcome: SignUpOutcome) => Response;
  };

/** The lead function. Each of its responses, errors too, is logged and counted. */
export function createLeadFunction(deps: LeadFunctionDeps): Hono {
  const report = createReport(deps);
  const answer = (leadRequest: LeadRequest, outcome: SignUpOutcome): Response => {
    report(leadRequest, outcome);
    return leadRequest.fromForm
      ? deps.answerForm(leadRequest, outcome)
      : answerJson(leadRequest, outcome);
  };
  const leadFunction = new Hono();
  leadFunction.post("/", async (context) => {
    const leadRequest = readLeadRequest(deps, context);
    return answer(leadRequest, await addContact(deps, leadRequest));
  });
  leadFunction.options("/", (context) => answerPreflight(readLeadRequest(deps, context).headers));
  // Any other method.
  leadFunction.all("/", (context) =>
    answer(readLeadRequest(deps, context), { kind: "refused", code: "method-not-allowed" }),
  );
  leadFunction.onError((error, context) => {
    const leadRequest = readLeadRequest(deps, context);
    const { alarm, message } = alarms.signUpError;
    deps.log.error({ alarm, error, request: leadRequest.id }, message);
    return answer(leadRequest, { kind: "refused", code: "unexpected" });
  });
  return leadFunction;
}

type ReportDeps = {
  log: Log;
  /** Writes lines that hold no text of a visitor, without the search for personal data. If undefined, `log` does. */
  plainLog?: Pick<Log, "info"> | undefined;
  countSignUp: (outcome: SignUpOutcome) => void;
  clock: () => number;
};

/** Writes the outcome to the log and to the counters, without personal data. */
function createReport({ log, plainLog = log, countSignUp, clock }: ReportDeps) {
  return ({ id, startedAt }: LeadRequest, outcome: SignUpOutcome): void => {
    countSignUp(outcome);
    const line = {
      request: id,
      outcome: outcomeCode(outcome),
      surface: outcome.signUp?.surface ?? "unknown",
      ms: clock() - startedAt,
    };
    plainLog.info(line, logLines.signUpAnswered);
  };
}
