import { Hono } from "hono";
import { addContactPath } from "#lead/contract.ts";
import { addLeadFunction, type LeadFunctionDeps, peerOf } from "./add-contact/route.ts";
import { answerHealth, createReadiness, type ReadinessDeps } from "./operator/health.ts";
import { answerMetrics } from "./operator/metrics-page.ts";
import { answerErrorPage, answerPage } from "./pages/answer-page.ts";
import { bareHeaders } from "./pages/security-headers.ts";
import { answerSecurityTxt, securityTxtPath } from "./pages/security-txt.ts";

export type AppDeps = LeadFunctionDeps &
  ReadinessDeps & {
    /** Opens the metrics to whoever has it; without one they are for this machine alone. */
    metricsToken: string | undefined;
    /** The address for reports of a weakness. Undefined while content holds a sample: then there is no security.txt. */
    securityContact: string | undefined;
  };

export function createApp(deps: AppDeps): Hono {
  const app = new Hono();
  addOperatorPages(app, deps);
  const refuseUnexpected = addLeadFunction(app, deps);
  const { securityContact } = deps;
  if (securityContact !== undefined)
    app.get(securityTxtPath, () => answerSecurityTxt(securityContact, deps.clock()));
  app.get("*", (context) => answerPage(deps.pages, context.req.raw));
  // HAProxy's `option httpchk` asks `OPTIONS /`, and treats a server that answers 405 as dead.
  app.options("*", () => new Response(null, { status: 204, headers: allowed }));
  // Not a route for all methods: a sign-up would match it too, and Hono is slower where two routes match.
  app.notFound(() => new Response(null, { status: 405, headers: allowed }));
  app.onError((error, context) => {
    if (context.req.path === addContactPath) return refuseUnexpected(error, context);
    deps.log.error({ error }, "A request met an error that nobody expected.");
    return answerErrorPage(deps.pages, context.req.raw, { status: 500 });
  });
  return app;
}

const allowed = { ...bareHeaders, Allow: "GET, HEAD" };

function addOperatorPages(app: Hono, deps: AppDeps): void {
  const readiness = createReadiness(deps);
  app.get("/healthz", () => answerHealth());
  app.get("/readyz", () => readiness());
  app.get("/metrics", async (context) => {
    const { raw } = context.req;
    const access = { peer: peerOf(context), token: deps.metricsToken };
    return (await answerMetrics(deps.metrics, raw, access)) ?? answerPage(deps.pages, raw);
  });
}
