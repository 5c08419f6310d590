import type { DeliveryFailure } from "#server/active-campaign/answers.ts";
import { type PacedClient, readWith } from "#server/active-campaign/paced-client.ts";
import { probeAccount } from "#server/active-campaign/probe-account.ts";
import type { RecentFailures, Subject } from "./recent-failures.ts";

/**
 * When this many different leads fail in a row, the account is probed, because the cause may be ActiveCampaign and not
 * the leads.
 */
const minDifferentFailures = 5;
/**
 * After this many failed tries of a lead, the lead's next failure causes a probe of the account, even if no other lead
 * fails.
 */
const minTries = 2;

/** A failure that can have two causes: one lead, or ActiveCampaign as a whole. */
type UnclearFailure = Extract<DeliveryFailure, { kind: "account-refused" | "retry-later" }>;

export function hasUnclearCause(outcome: { kind: string }): outcome is UnclearFailure {
  return outcome.kind === "account-refused" || outcome.kind === "retry-later";
}

/**
 * Finds out whether the cause of a failure is ActiveCampaign as a whole, or the lead or import that was sent. It probes
 * the account with a request that contains no lead: after a refusal, and after so many failures that chance is not
 * likely.
 */
export async function findCause(
  { client, failures }: { client: PacedClient; failures: RecentFailures },
  failure: UnclearFailure,
  { subject, tries }: { subject: Subject; tries: number },
): Promise<DeliveryFailure> {
  const refused = failure.kind === "account-refused";
  const isHardlyChance = failures.countDifferent() + 1 >= minDifferentFailures || tries >= minTries;
  if (refused || isHardlyChance) {
    const account = await probeAccount(readWith(client));
    if (account.kind !== "answers") return account;
  }
  const cause = failures.isCause(subject, refused) ? { leadIsCause: true as const } : {};
  return { kind: "retry-later", reason: failure.reason, ...cause };
}
