import type { FieldProblem, RefusalCode } from "#lead/contract.ts";
import type { Appended } from "#server/store/submissions/submissions.ts";
import type { Flag } from "#server/store/tables.ts";
import type { ReceivedSignUp } from "./sign-up-context.ts";

/** How a sign-up request ended. `signUp` is set if the sign-up could be read. */
export type SignUpOutcome =
  | {
      kind: "accepted";
      as: Exclude<Appended, "key-reused">;
      flag: Flag | undefined;
      signUp: ReceivedSignUp;
      /** The text by which the link to the group recognizes this person; undefined while its key is unknown. */
      pass: string | undefined;
    }
  | {
      kind: "refused";
      code: Exclude<RefusalCode, "invalid-lead">;
      signUp?: ReceivedSignUp;
      waitMs?: number;
    }
  | { kind: "invalid"; problems: FieldProblem[]; consentMissing: boolean; signUp: ReceivedSignUp };

/** The outcome in one word, for the log and the counters. */
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
