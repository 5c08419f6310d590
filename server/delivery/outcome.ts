import type { Answer } from "./active-campaign.ts";

/** What became of one try to deliver a lead. Reasons are for the operator: they name no person. */
export type Outcome = { kind: "delivered"; contactId: string } | Trouble;

export type Trouble =
  /** This lead again, after a back-off. */
  | { kind: "retry-later"; reason: string }
  /** Every lead waits: the vendor asked for a pause. */
  | { kind: "lane-paused"; reason: string; pauseMs: number }
  /** Every lead waits until somebody mends the settings; we look again now and then. */
  | { kind: "lane-closed"; reason: string }
  /** This lead waits for the operator. */
  | { kind: "parked"; reason: string };

export type Reading = { kind: "done"; body: unknown } | Trouble;

const usualPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;

/** How each answer is to be read, whatever the step. */
export function readAnswer(answer: Answer): Reading {
  if (answer.kind === "no-answer") return { kind: "retry-later", reason: answer.reason };
  const reason = `status ${answer.status}`;
  if (isRateLimit(answer)) return { kind: "lane-paused", reason, pauseMs: pauseMs(answer) };
  if (answer.status === 401 || answer.status === 403) return { kind: "lane-closed", reason };
  if (answer.body === undefined) return { kind: "retry-later", reason: `${reason}, not JSON` };
  if (answer.status === 200 || answer.status === 201) return { kind: "done", body: answer.body };
  if (answer.status === 400 || answer.status === 422) return { kind: "parked", reason };
  return { kind: "retry-later", reason };
}

type Answered = Extract<Answer, { kind: "answer" }>;

/** The bulk importer says it with a 400. */
function isRateLimit({ status, body }: Answered): boolean {
  return status === 429 || (status === 400 && /rate limit/i.test(JSON.stringify(body ?? "")));
}

function pauseMs({ retryAfter }: Answered): number {
  const seconds = /^\d{1,6}$/.test(retryAfter ?? "") ? Number(retryAfter) : undefined;
  return seconds === undefined ? usualPauseMs : Math.min(seconds * 1_000, longestPauseMs);
}
