import { setTimeout as sleep } from "node:timers/promises";
import { Hono } from "hono";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { messages } from "#content/messages.ts";
import { paths } from "#content/paths.ts";
import { retry } from "#content/refusals.ts";
import { addContactPath } from "#lead/contract.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { Environment } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import { nonPageHeaders } from "#server/pages/security.ts";
import { createRateLimits } from "#server/sign-up/limits.ts";
import { isConsentMissing, type SignUpRequest } from "#server/sign-up/read.ts";
import {
  type Answer,
  answerJson,
  createLeadFunction,
  type SignUpDeps,
  sayOutcome,
} from "#server/sign-up/route.ts";
import {
  isUpToDate,
  openPostgres,
  openPostgresForSignUps,
} from "#server/store/connection/postgres.ts";
import {
  type Appender,
  createAppender,
  storeWithinMs,
} from "#server/store/submissions/submissions.ts";
import { doOnce, type EdgeConfig, readEdgeConfig } from "./platform.ts";

/** The platform leaves the beginning of the path out: https://supabase.com/docs/guides/functions/routing */
const shortPath = addContactPath.replace("/functions/v1", "");

/** The lead function on an edge platform. With a mistake in the settings it stores nothing, and the log tells what to do. */
export function createEdgeFunction(
  env: Environment,
  log: Log,
): (request: Request) => Response | Promise<Response> {
  const read = readEdgeConfig(env);
  if (read.kind === "mistakes") {
    log.fatal({ mistakes: read.mistakes }, logLines.edgeSettings);
    return answerUnavailable;
  }
  const { siteUrl } = read.config;
  const leadFunction = createLeadFunction(signUpDeps(read, log), (asked, answer) =>
    answerFormOnEdge(siteUrl, asked, answer),
  );
  const app = new Hono();
  app.route(addContactPath, leadFunction);
  app.route(shortPath, leadFunction);
  app.notFound(() => new Response(null, { status: 404, headers: nonPageHeaders }));
  return (request) => app.fetch(request);
}

function answerUnavailable(): Response {
  const asked = { id: crypto.randomUUID(), origin: undefined };
  return answerJson(sayOutcome(asked, { kind: "refused", code: "unavailable" }));
}

function signUpDeps(read: EdgeConfig, log: Log): SignUpDeps {
  const { config } = read;
  return {
    append: createEdgeAppender(read),
    limits: createRateLimits(),
    clock: Date.now,
    publicKey: links.publicKey,
    pageFormSends: launch.inPageFormSends,
    allowedOrigins: config.allowedOrigins,
    trustedProxies: config.trustedProxies,
    // There is no way into the group on an edge platform, so no sign-up gets a pass for it.
    linkKey: () => undefined,
    metrics: { countSignUp: () => {} },
    log,
  };
}

/** Waiting sign-ups are committed together, so each instance of the function needs one connection to Postgres. */
const size = 1;

/** Stores sign-ups in Postgres. The first sign-up of an instance brings the tables up to date, if they are not. */
function createEdgeAppender({ url, ca }: EdgeConfig): Appender {
  const database = openPostgresForSignUps(url, { size, ca });
  const append = createAppender(database);
  const bringUpToDate = doOnce(async () => {
    if (await isUpToDate(database)) return;
    await (await openPostgres(url, { size, ca })).destroy();
  });
  return (submission) => {
    const stored = bringUpToDate().then(() => append(submission));
    return Promise.race([stored, sleep(storeWithinMs, "late" as const, { ref: false })]);
  };
}

/**
 * The platform shows no HTML of a function, so a person whose form was refused gets a plain text, and goes back to the form
 * with the browser's own button.
 */
function answerFormOnEdge(siteUrl: string, { origin }: SignUpRequest, answer: Answer): Response {
  const { status, headers, body, form } = answer;
  if (body.ok) {
    const Location = `${origin ?? siteUrl}${paths.received}`;
    return new Response(null, { status: 303, headers: { ...headers, Location } });
  }
  // A form never sends a GET, so this is a program or a person who has opened the URL itself.
  if (body.code === "method-not-allowed") return answerJson(answer);
  const problems = body.fields?.map(
    ({ field, message }) => `${messages.form[field].label}: ${message}`,
  );
  if (isConsentMissing(form)) problems?.push(messages.toasts.consentMissing.text);
  const sentences = [`${retry.failedTitle}.`, ...(problems ?? [body.message]), retry.goBack];
  return new Response(`${sentences.join("\n\n")}\n`, {
    status,
    headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
  });
}
