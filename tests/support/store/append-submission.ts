import { appendSubmissions, type Submission } from "#server/storage/submissions/submissions.ts";
import type { Database } from "#server/storage/tables.ts";

export async function appendSubmission(database: Database, submission: Submission): Promise<void> {
  await appendSubmissions(database, [submission]);
}
