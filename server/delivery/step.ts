import type { DeliveryFailure } from "#server/active-campaign/answers.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import type { PacedClient } from "#server/active-campaign/paced-client.ts";
import type { TagIds } from "#server/active-campaign/tags.ts";
import type { Log } from "#server/log.ts";
import type { Database } from "#server/store/tables.ts";
import type { EarlierTries } from "./earlier-tries.ts";
import type { RecentFailures, Subject } from "./recent-failures.ts";

/** One unit of the courier's work: claims what is due, sends it to ActiveCampaign, and records the outcome. */
export type Step = (deps: StepDeps) => Promise<StepResult>;

export type StepDeps = {
  database: Database;
  clock: () => Promise<number>;
  random: () => number;
  log: Log;
  client: PacedClient;
  target: Target;
  failures: RecentFailures;
  earlierTries: EarlierTries;
};

/** The list and the tags that leads get at ActiveCampaign. */
export type Target = Pick<ActiveCampaignSettings, "list" | "tags" | "nextTags"> & {
  tagIds: TagIds;
};

/** `nothing`: the courier found nothing due for this step. */
export type StepResult =
  | { kind: "nothing" }
  | (({ kind: "done" } | DeliveryFailure) & { subject: Subject });
