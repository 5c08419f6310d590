import { appendSubmissions, type Submission } from "#server/store/submissions/submissions.ts";
import type { Database } from "#server/store/tables.ts";

export async function appendSubmission(database: Database, submission: Submission): Promise<void> {
  await appendSubmissions(database, [submission]);
}
