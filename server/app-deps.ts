import { randomUUID } from "node:crypto";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import type { AppDeps } from "#server/http/app.ts";
import type { VisitCounter } from "#server/http/counts/visit-counter.ts";
import type { SiteDeps } from "#server/http/event/site-answers.ts";
import { createMetrics } from "#server/http/operator/metrics.ts";
import type { PanelDeps } from "#server/http/panel/panel-deps.ts";
import { createRateLimits } from "#server/sign-up/rate-limits.ts";
import { createAppender } from "#server/store/submissions/group-commit.ts";
import type { Database } from "#server/store/tables.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import { realOnly } from "./placeholders.ts";

type Opened = {
  config: Config;
  database: Database;
  log: Log;
  plainLog: Pick<Log, "info"> | undefined;
  version: string | undefined;
};

type More = {
  signUpDatabase: Database;
  stopping: AbortSignal;
  visits: VisitCounter;
  panel: PanelDeps["panel"];
};

/** All that the answers of the server need. */
export function appDeps(
  { config, database, log, plainLog, version }: Opened,
  site: SiteDeps,
  { signUpDatabase, stopping, visits, panel }: More,
): AppDeps {
  const metrics = createMetrics(database, Date.now);
  return {
    append: createAppender(signUpDatabase, metrics.measureCommit),
    // The rate limits use a clock that only goes forward: if the clock of the machine counted, setting it back by an
    // hour would refuse visitors for an hour.
    limits: createRateLimits(() => performance.now()),
    ...site,
    newRequestId: randomUUID,
    publicKey: links.publicKey,
    pageFormSends: launch.inPageFormSends,
    allowedOrigins: config.allowedOrigins,
    trustedProxies: config.trustedProxies,
    metricsToken: config.metricsToken,
    securityContact: realOnly(links.supportEmail),
    // `/readyz` tests the same database connection that sign-ups use.
    database: signUpDatabase,
    metrics,
    countVisits: visits.add,
    version,
    panel,
    log,
    plainLog,
    stopping,
  };
}
