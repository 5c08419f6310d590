import { erasedSince } from "./erasures.ts";
import type { StoredSubmission } from "./submissions.ts";
import type { Writing } from "./tables.ts";

/** Of these, those that no erasure forbids. The others came back by a replay or a backup, and go again. */
export async function dropErased(
  writing: Writing,
  submissions: readonly StoredSubmission[],
): Promise<readonly StoredSubmission[]> {
  const erased = await erasedSince(
    writing,
    submissions.map(({ emailKey }) => emailKey),
  );
  if (erased.size === 0) return submissions;
  const isErased = ({ emailKey, receivedAt }: StoredSubmission) =>
    receivedAt <= (erased.get(emailKey) ?? -Infinity);
  const ids = submissions.filter(isErased).map(({ id }) => id);
  if (ids.length > 0) await writing.deleteFrom("submissions").where("id", "in", ids).execute();
  return submissions.filter((submission) => !isErased(submission));
}
