import type { Database } from "#server/store/row-types.ts";
import { appendSubmissions, type Submission } from "#server/store/submissions/submissions.ts";

export async function appendSubmission(database: Database, submission: Submission): Promise<void> {
  await appendSubmissions(database, [submission]);
}
