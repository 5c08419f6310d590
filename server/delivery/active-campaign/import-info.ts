import * as v from "valibot";
import { type Reading, readAnswer } from "./answers.ts";
import type { Caller } from "./rate-limited-client.ts";

/** What the vendor says of an import. `failed` are e-mails in lower case; of the others it tells only how many. */
export type ImportInfo =
  | { kind: "completed"; arrived: number; failed: Set<string> }
  | { kind: "under-way" }
  | Exclude<Reading, { kind: "done" }>;

/** The import is over and brought nobody in. */
const broken: unknown[] = ["failed", "interrupted"];

const info = v.object({
  // Seen as `false` for a moment after it was queued.
  status: v.union([v.string(), v.boolean()]),
  success: v.optional(v.array(v.unknown()), []),
  failure: v.optional(v.array(v.string()), []),
});

export async function askImport(call: Caller, batch: string): Promise<ImportInfo> {
  const query = new URLSearchParams({ batchId: batch });
  const reading = readAnswer(await call({ method: "GET", path: `/import/info?${query}` }));
  if (reading.kind !== "done") return reading;
  const read = v.safeParse(info, reading.body);
  if (!read.success) return { kind: "retry-later", reason: "import without a status" };
  const { status, success, failure } = read.output;
  if (broken.includes(status)) return { kind: "completed", arrived: 0, failed: new Set() };
  if (status !== "completed") return { kind: "under-way" };
  const failed = new Set(failure.map((email) => email.toLowerCase()));
  return { kind: "completed", arrived: success.length, failed };
}
