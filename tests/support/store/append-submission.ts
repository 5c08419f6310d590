import type { Database } from "#server/store/schema.ts";
import { appendSubmissions, createAppender, type Submission } from "#server/store/submissions.ts";

export async function appendSubmission(database: Database, submission: Submission): Promise<void> {
  await appendSubmissions(database, [submission]);
}

/** An appender that is never late, not even on a machine that stood still for seconds. */
export function patientAppender(database: Database) {
  return createAppender(database, { withinMs: 60_000 });
}
