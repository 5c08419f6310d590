import type { TheAccount } from "#server/active-campaign/answer.ts";
import type { Target } from "#server/active-campaign/contact.ts";
import type { PacedClient } from "#server/active-campaign/paced-client.ts";
import type { ServerContext } from "#server/context.ts";
import type { Rest } from "#server/store/courier.ts";

export type CourierContext = Pick<
  ServerContext,
  "database" | "log" | "clock" | "steadyClock" | "sleep" | "random"
>;

/** What a step works with. A step claims what is due, sends it to ActiveCampaign, and records what became of it. */
export type Work = CourierContext & {
  client: PacedClient;
  target: Target;
  /** As it was before the step. While the account fails, the step is a probe. */
  rest: Rest;
  memory: Memory;
};

export type Memory = {
  /** The leads that were refused since a lead was delivered. */
  refused: Set<number>;
  /** How many tries in a row got no useful answer. */
  unanswered: number;
  /** Which kind of step was taken last. */
  lastKind: number;
};

/** What a step means for all others: nothing may be sent for a while, or all is well. Undefined: there was nothing to do. */
export type Step = { account: TheAccount | undefined } | undefined;
