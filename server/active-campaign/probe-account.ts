import type { DeliveryFailure } from "./answers.ts";
import type { Read } from "./paced-client.ts";

/** Whether ActiveCampaign answers for this account at all. */
export type AccountState =
  | { kind: "answers" }
  | Extract<
      DeliveryFailure,
      { kind: "account-refused" | "unavailable" | "rate-limited" | "interrupted" }
    >;

/** Sends a request that contains no lead, so that a bad lead cannot change the answer. */
export async function probeAccount(read: Read): Promise<AccountState> {
  const reading = await read("/users/me");
  switch (reading.kind) {
    case "done":
      return { kind: "answers" };
    case "rate-limited":
    case "interrupted":
      return reading;
    case "retry-later":
      return { kind: "unavailable", reason: reading.reason };
    case "account-refused":
    case "not-found":
    case "refused":
      return { kind: "account-refused", reason: reading.reason };
  }
}
