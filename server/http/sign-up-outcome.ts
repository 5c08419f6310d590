import type { FieldProblem, RefusalCode } from "#lead/contract.ts";
import type { SentForm } from "./sent-form.ts";

/** How a sign-up ended, whoever is told. What was sent comes along where it could be read. */
export type SignUpOutcome =
  | { kind: "accepted" }
  | {
      kind: "refused";
      code: Exclude<RefusalCode, "invalid-lead">;
      sent?: SentForm;
      waitMs?: number;
    }
  | { kind: "invalid"; problems: FieldProblem[]; consentMissing: boolean; sent: SentForm };
