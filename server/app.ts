import { Hono } from "hono";
import { paths } from "#content/paths.ts";
import { nowPath } from "#event/phase.ts";
import { addContactPath } from "#lead/contract.ts";
import { pageReportPath } from "#lead/page-report.ts";
import { alarms } from "#phrases/alarms.ts";
import { createReportAnswer, type ReportDeps } from "#server/counts/page-reports.ts";
import { createGroupAnswer, type GroupDeps } from "#server/groups/route.ts";
import { answerHealth, createReadiness, type ReadinessDeps } from "#server/operator/health.ts";
import { answerMetrics, type Metrics } from "#server/operator/metrics.ts";
import { answerSecurityTxt, nonPageHeaders, securityTxtPath } from "#server/pages/security.ts";
import {
  answerErrorPage,
  createSiteAnswers,
  type SiteAnswers,
  type SiteDeps,
} from "#server/pages/site.ts";
import { addPanel, type PanelDeps } from "#server/panel/routes.ts";
import { createRoomAnswer, type RoomDeps } from "#server/rooms/route.ts";
import { answerForm } from "#server/sign-up/form.ts";
import { peerAddress } from "#server/sign-up/limits.ts";
import { withPassInLinks } from "#server/sign-up/pass.ts";
import { createLeadFunction, type SignUpDeps } from "#server/sign-up/route.ts";

export type AppDeps = SignUpDeps &
  ReadinessDeps &
  SiteDeps &
  GroupDeps &
  RoomDeps &
  ReportDeps &
  PanelDeps & {
    metrics: Metrics;
    /** Requests with this token may read the metrics. If undefined, only requests from this machine may. */
    metricsToken: string | undefined;
    /**
     * The e-mail address for reports of a security weakness. It is undefined while `content/links.ts` holds a sample:
     * then there is no security.txt.
     */
    securityContact: string | undefined;
  };

export function createApp(deps: AppDeps): Hono {
  const app = new Hono();
  const site = createSiteAnswers(deps);
  addOperatorPages(app, deps, site);
  addPanel(app, deps);
  app.route(
    addContactPath,
    createLeadFunction(deps, (asked, answer) => answerForm(site.pages(), asked, answer)),
  );
  const { securityContact } = deps;
  if (securityContact !== undefined)
    app.get(securityTxtPath, () => answerSecurityTxt(securityContact, deps.clock()));
  app.get(nowPath, () => site.now());
  const enterRoom = createRoomAnswer(deps);
  app.get(paths.live, (context) =>
    site.live(context.req.raw, (isPreview) => enterRoom(context, isPreview)),
  );
  app.get(paths.received, ({ req }) =>
    site.changed(req.raw, (html) => withPassInLinks(html, req.url)),
  );
  addGroups(app, deps, site);
  app.post(pageReportPath, createReportAnswer(deps, site.pages()));
  app.get("*", (context) => site.page(context.req.raw));
  // Answers OPTIONS with 204: HAProxy's `option httpchk` sends `OPTIONS /`, and treats a server that answers 405 as
  // dead.
  app.options("*", () => new Response(null, { status: 204, headers: allowed }));
  // Every GET is answered above, so only requests with another method end here.
  app.notFound(() => new Response(null, { status: 405, headers: allowed }));
  app.onError((error, context) => {
    const { alarm, message } = alarms.requestError;
    deps.log.error({ alarm, error }, message);
    return answerErrorPage(site.pages(), context.req.raw, { status: 500 });
  });
  return app;
}

const allowed = { ...nonPageHeaders, Allow: "GET, HEAD" };

function addGroups(app: Hono, deps: AppDeps, site: SiteAnswers): void {
  const answerGroup = createGroupAnswer(deps);
  for (const path of [paths.group, paths.otherGroup])
    app.get(path, async (context) => {
      return (await answerGroup(context)) ?? site.allFull(context.req.raw);
    });
}

function addOperatorPages(app: Hono, deps: AppDeps, site: SiteAnswers): void {
  const readiness = createReadiness(deps);
  app.get("/healthz", () => answerHealth());
  app.get("/readyz", () => readiness());
  app.get("/metrics", async (context) => {
    const { raw } = context.req;
    const access = { peer: peerAddress(context), token: deps.metricsToken };
    return (await answerMetrics(deps.metrics, raw, access)) ?? site.page(raw);
  });
}
