import { Hono } from "hono";
import { paths } from "#content/paths.ts";
import { nowPath } from "#event/phase.ts";
import { addContactPath } from "#lead/contract.ts";
import { pageReportPath } from "#lead/page-report.ts";
import { alarms } from "#phrases/alarms.ts";
import { createReportAnswer } from "#server/counts/page-reports.ts";
import type { EventClock } from "#server/event/choices.ts";
import { createGroupAnswer } from "#server/groups/route.ts";
import { answerHealth, createReadiness } from "#server/operator/health.ts";
import type { EventPages } from "#server/pages/event-pages.ts";
import { answerSecurityTxt, nonPageHeaders, securityTxtPath } from "#server/pages/security.ts";
import { answerErrorPage, createSiteAnswers } from "#server/pages/site.ts";
import { addPanel, type PanelDeps } from "#server/panel/routes.ts";
import { createRoomAnswer } from "#server/room/route.ts";
import type { RateLimits } from "#server/sign-up/limits.ts";
import { withPassInLinks } from "#server/sign-up/read-pass.ts";
import { createLeadFunction } from "#server/sign-up/route.ts";
import type { Count } from "#server/store/counts.ts";
import type { Appender } from "#server/store/submissions/submissions.ts";
import type { Context } from "./context.ts";
import type { Log } from "./log.ts";

/** What the answers use besides the context. */
export type AppParts = Pick<EventClock, "linkKey" | "roomLink"> & {
  append: Appender;
  limits: RateLimits;
  countVisits: (counts: readonly Count[]) => void;
  eventPages: EventPages;
  panel: PanelDeps["panel"];
  publicKey: string;
  pageFormSends: boolean;
  /**
   * The e-mail address for reports of a security weakness. It is undefined while `content/links.ts` holds a sample:
   * then there is no security.txt.
   */
  securityContact: string | undefined;
  /** The name of the published version; undefined outside of one. */
  version: string | undefined;
  /** Aborted when the server is about to stop. */
  stopping: AbortSignal;
  /** Writes lines that hold no text of a visitor, without the search for personal data. If undefined, `log` does. */
  plainLog?: Pick<Log, "info"> | undefined;
  /** The clock of the limits, which only goes forward. Tests stop it. */
  limitClock?: () => number;
};

export function createApp(context: Context, parts: AppParts): Hono {
  const deps = { ...context, ...context.config, ...parts };
  const { securityContact, siteUrl, clock, log } = deps;
  const app = new Hono();
  const site = createSiteAnswers(deps);
  const readiness = createReadiness(deps);
  app.get("/healthz", () => answerHealth());
  app.get("/readyz", () => readiness());
  addPanel(app, deps);
  app.route(addContactPath, createLeadFunction(deps, site.pages));
  if (securityContact !== undefined)
    app.get(securityTxtPath, () => answerSecurityTxt(securityContact, siteUrl, clock()));
  app.get(nowPath, () => site.now());
  const enterRoom = createRoomAnswer(deps);
  app.get(paths.live, (asked) => site.live(asked.req.raw, () => enterRoom(asked)));
  app.get(paths.received, ({ req }) =>
    site.changed(req.raw, (html) => withPassInLinks(html, req.url)),
  );
  const answerGroup = createGroupAnswer(deps);
  for (const path of [paths.group, paths.otherGroup])
    app.get(path, async (asked) => (await answerGroup(asked)) ?? site.allFull(asked.req.raw));
  app.post(pageReportPath, createReportAnswer(deps));
  app.get("*", ({ req }) => site.page(req.raw));
  // Answers OPTIONS with 204: HAProxy's `option httpchk` sends `OPTIONS /`, and treats a server that answers 405 as
  // dead.
  app.options("*", () => new Response(null, { status: 204, headers: allowed }));
  // Every GET is answered above, so only requests with another method end here.
  app.notFound(() => new Response(null, { status: 405, headers: allowed }));
  app.onError((error, { req }) => {
    const { alarm, message } = alarms.requestError;
    log.error({ alarm, error }, message);
    return answerErrorPage(site.pages(), req.raw, { status: 500 });
  });
  return app;
}

const allowed = { ...nonPageHeaders, Allow: "GET, HEAD" };
