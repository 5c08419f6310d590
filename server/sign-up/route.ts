import { Hono } from "hono";
import { alarms } from "#phrases/alarms.ts";
import { outages } from "#phrases/store-outages.ts";
import type { Log } from "#server/log.ts";
import type { Appended, Appender, Submission } from "#server/store/submissions/submissions.ts";
import {
  type AnswerForm,
  answerJson,
  answerPreflight,
  outcomeCode,
  type SignUpOutcome,
  sayOutcome,
} from "./answer.ts";
import type { RateLimits } from "./limits.ts";
import { newPass } from "./pass.ts";
import {
  type ReadDeps,
  type ReadSignUp,
  readHead,
  readSignUp,
  type SignUpRequest,
} from "./read.ts";

export type SignUpDeps = ReadDeps & {
  append: Appender;
  limits: RateLimits;
  /** The key that signs the passes; undefined until the store has told it. */
  linkKey: () => string | undefined;
  metrics: { countSignUp: (outcome: SignUpOutcome) => void };
  log: Log;
  /** Writes lines that hold no text of a visitor, without the search for personal data. If undefined, `log` does. */
  plainLog?: Pick<Log, "info"> | undefined;
};

/** The lead function (docs/lead-function.md). Each of its answers, refusals too, is logged and counted. */
export function createLeadFunction(deps: SignUpDeps, answerForm: AnswerForm): Hono {
  const leadFunction = new Hono();
  leadFunction.options("/", (context) => answerPreflight(readHead(deps, context)));
  leadFunction.all("/", async (context) => {
    const asked = readHead(deps, context);
    const outcome = await takeSignUp(deps, asked);
    report(deps, asked, outcome);
    const answer = sayOutcome(asked, outcome);
    return asked.fromForm ? answerForm(asked, answer) : answerJson(answer);
  });
  return leadFunction;
}

async function takeSignUp(deps: SignUpDeps, asked: SignUpRequest): Promise<SignUpOutcome> {
  try {
    if (asked.request.method !== "POST") return { kind: "refused", code: "method-not-allowed" };
    const read = await readSignUp(deps, asked);
    return read.kind === "refused" ? read : await limitAndStore(deps, asked, read);
  } catch (error) {
    const { alarm, message } = alarms.signUpError;
    deps.log.error({ alarm, error, request: asked.id }, message);
    return { kind: "refused", code: "unexpected" };
  }
}

async function limitAndStore(
  deps: SignUpDeps,
  asked: SignUpRequest,
  { submission, form }: ReadSignUp,
): Promise<SignUpOutcome> {
  const { surface } = submission;
  const decision = deps.limits(asked.networkAddress, submission);
  if (decision.kind === "wait") {
    const { waitMs } = decision;
    return { kind: "refused", code: "too-many", surface, form, waitMs };
  }
  const flag = decision.kind === "held" ? "flood" : submission.flag;
  const stored = await store(deps, asked, { ...submission, flag });
  switch (stored) {
    case "key-reused":
    case "unavailable":
      return { kind: "refused", code: stored, surface, form };
    case "stored":
    case "repeated": {
      const key = deps.linkKey();
      return { kind: "accepted", as: stored, flag, surface, pass: key && newPass(key) };
    }
  }
}

/** A failure of the store is a refusal, so that the visitor can send the sign-up again. */
async function store(
  { append, log }: SignUpDeps,
  { id: request }: SignUpRequest,
  submission: Submission,
): Promise<Appended | "unavailable"> {
  const { alarm, message } = alarms.signUpNotStored;
  try {
    const appended = await append(submission);
    if (appended === "late") log.error({ alarm, reason: outages.lateAnswer, request }, message);
    return appended === "late" || appended === "overloaded" ? "unavailable" : appended;
  } catch (error) {
    log.error({ alarm, error, request }, message);
    return "unavailable";
  }
}

/** The log and the metrics hold no personal data. */
function report(
  { log, plainLog = log, metrics, clock }: SignUpDeps,
  { id, startedAt }: SignUpRequest,
  outcome: SignUpOutcome,
): void {
  metrics.countSignUp(outcome);
  const surface = outcome.surface ?? "unknown";
  const line = { request: id, outcome: outcomeCode(outcome), surface, ms: clock() - startedAt };
  plainLog.info(line, "Uma inscrição foi respondida.");
}
