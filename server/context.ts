import type { EventPlan, Override } from "#event/edition.ts";
import type { Fact } from "#server/facts/fact.ts";
import type { EventPages } from "#server/pages/event-pages.ts";
import type { RateLimits } from "#server/sign-up/limits.ts";
import type { ProxyCheck } from "#server/sign-up/proxies.ts";
import type { readDisk } from "#server/store/connection/sqlite.ts";
import type { Count } from "#server/store/counts.ts";
import type { Database } from "#server/store/schema.ts";
import type { Appender } from "#server/store/submissions.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import type { Sleep } from "./waiting.ts";

/**
 * The context that the parts of a server share: `serve.ts` makes it once, and each part takes the fields that it needs.
 */
export type ServerContext = {
  config: Config;
  event: EventPlan;
  /** The name of the published version; undefined if the server runs outside of a version's folder. */
  version: string | undefined;
  /** The key that a sign-up request sends. The key is public: each page contains it. */
  publicKey: string;
  /**
   * Whether the form in the page sends its data. If it does not, no visitor was shown a sentence of consent in that
   * form.
   */
  pageFormSends: boolean;
  /** The e-mail address for reports of a security weakness; undefined while `content/links.ts` holds a sample. */
  securityContact: string | undefined;

  log: Log;
  /** A log for lines without any text of a visitor: it does not search them for personal data, and is faster. */
  plainLog: Pick<Log, "info">;
  /** The machine's clock. */
  clock: () => number;
  /** Measures durations, in milliseconds. It never goes back, also when the machine's clock is changed. */
  steadyClock: () => number;
  random: () => number;
  sleep: Sleep;
  fetch: typeof fetch;
  readDisk: typeof readDisk;
  /** Aborted when the server is about to stop, so that a load balancer sends requests elsewhere. */
  stopping: AbortSignal;

  /** The database for work that no visitor waits for. */
  database: Database;
  /**
   * The database for work that a visitor waits for: in Postgres it has the shortest time limits. The event clock uses
   * it too, so that it follows the operator soon after a network failure; so does `/readyz`, which tests what a
   * sign-up would use.
   */
  signUpDatabase: Database;
  /** The database for figures and facts: it can only be read. */
  readDatabase: Database;

  /** What the operator has decided about the event, as last read from the store. */
  override: () => Override | undefined;
  /** The key that signs the passes; undefined until it was read from the store. */
  linkKey: () => string | undefined;
  /** The operator's link to the room; undefined while the link in `content/room.ts` is used. */
  roomLink: () => string | undefined;
  eventPages: EventPages;
  append: Appender;
  limits: RateLimits;
  proxies: ProxyCheck;
  /** Adds these counts to the counts of visits. */
  countVisits: (counts: readonly Count[]) => void;
  /** The troubles of this machine: see `Watch`. */
  troublesHere: () => readonly Fact[];
};
