import * as v from "valibot";
import type { AnswerFailure } from "./answers.ts";
import type { Read } from "./paced-client.ts";

export type ImportResult =
  /**
   * `failed` has the e-mails of the contacts that failed, in lower case. Of the contacts that arrived, ActiveCampaign
   * tells only the number.
   */
  | { kind: "completed"; arrived: number; failed: Set<string> }
  | { kind: "under-way" }
  | AnswerFailure;

/** The statuses of an import that has ended, and of which no contact has arrived. */
const broken: unknown[] = ["failed", "interrupted"];

const importInfo = v.object({
  // ActiveCampaign reports the status `false` for a moment after an import was queued.
  status: v.union([v.string(), v.boolean()]),
  success: v.optional(v.array(v.unknown()), []),
  failure: v.optional(v.array(v.string()), []),
});

/** Asks ActiveCampaign what became of an import. */
export async function readImportResult(read: Read, batch: string): Promise<ImportResult> {
  const query = new URLSearchParams({ batchId: batch });
  const reading = await read(`/import/info?${query}`);
  if (reading.kind !== "done") return reading;
  const parsed = v.safeParse(importInfo, reading.body);
  if (!parsed.success) return { kind: "retry-later", reason: "import without a status" };
  const { status, success, failure } = parsed.output;
  if (broken.includes(status)) return { kind: "completed", arrived: 0, failed: new Set() };
  if (status !== "completed") return { kind: "under-way" };
  const failed = new Set(failure.map((email) => email.toLowerCase()));
  return { kind: "completed", arrived: success.length, failed };
}
