import { readAnswer, type Trouble } from "./active-campaign/answers.ts";
import type { Caller } from "./active-campaign/rate-limited-client.ts";
import type { RecentFailures, Subject } from "./recent-failures.ts";

/** When so many different leads fail in a row, the cause may not be the leads. */
const fewestSuspicious = 5;
/** After two failed tries a lead's next failure is worth a question, also when no other lead fails. */
const triesWithoutQuestion = 2;

type Account =
  | { kind: "answers" }
  | Extract<Trouble, { kind: "account-refused" | "unavailable" | "rate-limited" | "interrupted" }>;

/** Asks ActiveCampaign a question that holds no lead, so that a bad lead cannot change the answer. */
export async function askAccount(call: Caller): Promise<Account> {
  const reading = readAnswer(await call({ method: "GET", path: "/users/me" }));
  switch (reading.kind) {
    case "done":
      return { kind: "answers" };
    case "rate-limited":
    case "interrupted":
      return reading;
    case "retry-later":
    case "needs-resync":
      return { kind: "unavailable", reason: reading.reason };
    default:
      return { kind: "account-refused", reason: reading.reason };
  }
}

/** A failure whose cause can be one lead, or ActiveCampaign as a whole. */
type Failure = Extract<Trouble, { kind: "account-refused" | "retry-later" }>;

export function isFailure(outcome: { kind: string }): outcome is Failure {
  return outcome.kind === "account-refused" || outcome.kind === "retry-later";
}

type Deps = { call: Caller; failures: RecentFailures };
type Tried = { subject: Subject; tries: number };

/**
 * Says whether the cause of a failure is ActiveCampaign as a whole or what was sent. After a refusal, and after failures
 * that are hardly chance, it asks a question that holds no lead.
 */
export async function judge(
  { call, failures }: Deps,
  failure: Failure,
  { subject, tries }: Tried,
): Promise<Trouble> {
  const refused = failure.kind === "account-refused";
  const suspicious = failures.different() + 1 >= fewestSuspicious || tries >= triesWithoutQuestion;
  if (refused || suspicious) {
    const account = await askAccount(call);
    if (account.kind !== "answers") return account;
  }
  const own = failures.isOwn(subject, refused) ? { own: true as const } : {};
  return { kind: "retry-later", reason: failure.reason, ...own };
}
