import { readAnswer, type Trouble } from "./outcome.ts";
import type { RecentFailures, Subject } from "./recent-failures.ts";
import type { Caller } from "./turns.ts";

/** As many different ones in a row, and it may not be about them. */
const fewestSuspicious = 5;
/** One that failed twice already is worth a question, even when there is no other. */
const triesWithoutQuestion = 2;

type Account =
  | { kind: "answers" }
  | Extract<Trouble, { kind: "lane-closed" | "away" | "lane-paused" | "interrupted" }>;

/** How ActiveCampaign answers a question that holds no lead: one bad lead can change nothing about that. */
export async function askAccount(call: Caller): Promise<Account> {
  const reading = readAnswer(await call({ method: "GET", path: "/users/me" }));
  switch (reading.kind) {
    case "done":
      return { kind: "answers" };
    case "lane-paused":
    case "interrupted":
      return reading;
    case "retry-later":
    case "needs-resync":
      return { kind: "away", reason: reading.reason };
    default:
      return { kind: "lane-closed", reason: reading.reason };
  }
}

/** What can be about one lead, or about all of them. */
type Failure = Extract<Trouble, { kind: "lane-closed" | "retry-later" }>;

export function isFailure(outcome: { kind: string }): outcome is Failure {
  return outcome.kind === "lane-closed" || outcome.kind === "retry-later";
}

type Deps = { call: Caller; failures: RecentFailures };
type Tried = { subject: Subject; tries: number };

/**
 * Says whether a failure is about ActiveCampaign as a whole or about what was sent. A refusal, and a failure that looks
 * like more than chance, is judged by a question that holds no lead, before anything stops all leads.
 */
export async function judge(
  { call, failures }: Deps,
  failure: Failure,
  { subject, tries }: Tried,
): Promise<Trouble> {
  const refused = failure.kind === "lane-closed";
  const suspicious = failures.different() + 1 >= fewestSuspicious || tries >= triesWithoutQuestion;
  if (refused || suspicious) {
    const account = await askAccount(call);
    if (account.kind !== "answers") return account;
  }
  const own = failures.isOwn(subject, refused) ? { own: true as const } : {};
  return { kind: "retry-later", reason: failure.reason, ...own };
}
