import type { Database } from "#server/store/schema.ts";
import { appendSubmissions, createAppender, type Submission } from "#server/store/submissions.ts";

export async function appendSubmission(database: Database, submission: Submission): Promise<void> {
  await appendSubmissions(database, [submission]);
}

/** Stores sign-ups with a long limit, so that no sign-up is too late on a machine that was stopped for seconds. */
export function patientAppender(database: Database) {
  return createAppender(database, { withinMs: 60_000 });
}
