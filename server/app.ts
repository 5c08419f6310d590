import { Hono } from "hono";
import { paths } from "#content/paths.ts";
import { nowPath } from "#event/phase.ts";
import { addContactPath } from "#lead/contract.ts";
import { pageReportPath } from "#lead/page-report.ts";
import { alarms } from "#phrases/alarms.ts";
import { createReportAnswer } from "#server/counts/page-reports.ts";
import { createGroupAnswer } from "#server/groups/route.ts";
import { answerHealth, createReadiness } from "#server/operator/health.ts";
import { answerSecurityTxt, nonPageHeaders, securityTxtPath } from "#server/pages/security.ts";
import { answerErrorPage, createSiteAnswers } from "#server/pages/site.ts";
import { addPanel } from "#server/panel/routes.ts";
import { createRoomAnswer } from "#server/room/route.ts";
import { createLeadFunction } from "#server/sign-up/route.ts";
import { withPassInLinks } from "#server/store/pass.ts";
import type { ServerContext } from "./context.ts";

export function createApp(server: ServerContext): Hono {
  const { securityContact, config, clock, log } = server;
  const app = new Hono();
  const site = createSiteAnswers(server);
  const readiness = createReadiness(server);
  app.get("/healthz", () => answerHealth());
  app.get("/readyz", () => readiness());
  addPanel(app, server);
  app.route(addContactPath, createLeadFunction(server, site.pages));
  if (securityContact !== undefined)
    app.get(securityTxtPath, () => answerSecurityTxt(securityContact, config.siteUrl, clock()));
  app.get(nowPath, () => site.now());
  const enterRoom = createRoomAnswer(server);
  app.get(paths.live, (asked) => site.live(asked.req.raw, () => enterRoom(asked)));
  app.get(paths.received, ({ req }) =>
    site.changed(req.raw, (html) => withPassInLinks(html, req.url)),
  );
  const answerGroup = createGroupAnswer(server);
  for (const path of [paths.group, paths.otherGroup])
    app.get(path, async (asked) => (await answerGroup(asked)) ?? site.allFull(asked.req.raw));
  app.post(pageReportPath, createReportAnswer(server));
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
