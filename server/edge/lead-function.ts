import { Hono } from "hono";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { refusals } from "#content/refusals.ts";
import { addContactPath } from "#lead/contract.ts";
import { logLines } from "#phrases/log-lines.ts";
import { nonPageHeaders } from "#server/http/headers.ts";
import type { Log } from "#server/log.ts";
import type { Environment } from "#server/setting.ts";
import { createRateLimits } from "#server/sign-up/rate-limits.ts";
import { refusalHead } from "#server/sign-up/refusals.ts";
import { createLeadFunction, type LeadFunctionDeps } from "#server/sign-up/route.ts";
import { answerFormOnEdge } from "./answer-form.ts";
import { type EdgeConfig, readEdgeConfig } from "./edge-config.ts";
import { createEdgeAppender } from "./edge-store.ts";

type Answer = (request: Request) => Response | Promise<Response>;

/** The platform leaves the beginning of the path out: https://supabase.com/docs/guides/functions/routing */
const shortPath = addContactPath.replace("/functions/v1", "");

/** The lead function on an edge platform. With a mistake in the settings it stores nothing, and the log tells what to do. */
export function createEdgeFunction(env: Environment, log: Log): Answer {
  const read = readEdgeConfig(env);
  if (read.kind === "mistakes") {
    log.fatal({ mistakes: read.mistakes }, logLines.edgeSettings);
    return answerUnavailable;
  }
  const leadFunction = createLeadFunction(functionDeps(read, log));
  const app = new Hono();
  app.route(addContactPath, leadFunction);
  app.route(shortPath, leadFunction);
  app.notFound(() => new Response(null, { status: 404, headers: nonPageHeaders }));
  return (request) => app.fetch(request);
}

function functionDeps({ config, ...store }: EdgeConfig, log: Log): LeadFunctionDeps {
  return {
    append: createEdgeAppender(store),
    limits: createRateLimits(() => performance.now()),
    clock: Date.now,
    newRequestId: () => crypto.randomUUID(),
    publicKey: links.publicKey,
    pageFormSends: launch.inPageFormSends,
    allowedOrigins: config.allowedOrigins,
    trustedProxies: config.trustedProxies,
    // There is no way into the group on an edge platform, so no sign-up gets a pass for it.
    linkKey: () => undefined,
    countSignUp: () => undefined,
    answerForm: (leadRequest, outcome) => answerFormOnEdge(config.siteUrl, leadRequest, outcome),
    log,
  };
}

function answerUnavailable(): Response {
  const { status, headers } = refusalHead({}, "unavailable");
  const body = { ok: false, code: "unavailable", message: refusals.unavailable };
  return Response.json(body, { status, headers: { ...headers } });
}
