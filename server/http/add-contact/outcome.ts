import type { FieldProblem, RefusalCode } from "#lead/contract.ts";
import type { Appended } from "#server/storage/submissions/submissions.ts";
import type { Flag } from "#server/storage/tables.ts";
import type { Context, SentForm } from "./sign-up-context.ts";

/** A script tells how the sign-up came about; a form also what to write into it again. */
export type Sent = Context | SentForm;

/** How a sign-up ended, whoever is told. What was sent comes along where it could be read. */
export type SignUpOutcome =
  | {
      kind: "accepted";
      as: Exclude<Appended, "key-reused">;
      flag: Flag | undefined;
      sent: Sent;
    }
  | {
      kind: "refused";
      code: Exclude<RefusalCode, "invalid-lead">;
      sent?: Sent;
      waitMs?: number;
    }
  | { kind: "invalid"; problems: FieldProblem[]; consentMissing: boolean; sent: Sent };

/** One word for logs and counters. */
export function outcomeCode(outcome: SignUpOutcome): RefusalCode | "stored" | "repeated" {
  switch (outcome.kind) {
    case "accepted":
      return outcome.as;
    case "refused":
      return outcome.code;
    case "invalid":
      return "invalid-lead";
  }
}
