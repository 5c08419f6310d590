import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, Hono } from "hono";
import type { Logger } from "pino";
import { addContactPath } from "#lead/contract.ts";
import type { Metrics } from "#server/http/operator/metrics.ts";
import type { StaticPages } from "#server/http/pages/load-pages.ts";
import { type AddContactDeps, addContact } from "./add-contact.ts";
import { answerSignUp } from "./answer-json.ts";
import { clientAddress } from "./client-address.ts";
import { answerPreflight, isFromElsewhere, originHeaders } from "./cors.ts";
import { asked, type LeadRequest, requestId, requestIdHeader } from "./lead-request.ts";
import { outcomeCode, type SignUpOutcome } from "./outcome.ts";

export type LeadFunctionDeps = AddContactDeps &
  TellDeps & {
    pages: StaticPages;
    /** Pages of these origins may call the function. */
    allowedOrigins: readonly string[];
    /** How many proxies of our own stand in front. */
    trustedProxies: number;
    newRequestId: () => string;
  };

export type RefuseUnexpected = (error: unknown, context: Context) => Response;

/** Every path through the function is told of and carries the same headers; gives back the way out for bugs. */
export function addLeadFunction(app: Hono, deps: LeadFunctionDeps): RefuseUnexpected {
  const tell = createTelling(deps);
  const end = (asked: LeadRequest, outcome: SignUpOutcome) => {
    tell(asked, outcome);
    return answerSignUp(deps.pages, asked, outcome);
  };
  app.all(addContactPath, async (context) => {
    const asked = ask(deps, context);
    switch (asked.request.method) {
      case "POST":
        return end(asked, await addContact(deps, asked));
      case "OPTIONS":
        return answerPreflight(asked.headers);
      default:
        return end(asked, { kind: "refused", code: "method-not-allowed" });
    }
  });
  return (error, context) => {
    const asked = ask(deps, context);
    deps.log.error({ error, request: asked.id }, "A sign-up met an error that nobody expected.");
    return end(asked, { kind: "refused", code: "unexpected" });
  };
}

function ask(deps: LeadFunctionDeps, context: Context): LeadRequest {
  const request = context.req.raw;
  const id = requestId(request.headers.get(requestIdHeader), deps.newRequestId);
  return asked({
    request,
    id,
    startedAt: deps.clock(),
    address: addressOf(deps, context),
    fromElsewhere: isFromElsewhere(request.headers, deps.allowedOrigins),
    headers: {
      [requestIdHeader]: id,
      ...originHeaders(request.headers.get("origin"), deps.allowedOrigins),
    },
  });
}

function addressOf({ trustedProxies }: LeadFunctionDeps, context: Context): string {
  const forwardedFor = context.req.raw.headers.get("x-forwarded-for");
  return clientAddress({ peer: peerOf(context), forwardedFor }, trustedProxies);
}

/** A request that came by no connection, as a test's, has no peer. */
export function peerOf(context: Context): string | undefined {
  return context.env?.incoming ? getConnInfo(context).remote.address : undefined;
}

type TellDeps = { log: Logger; metrics: Metrics; clock: () => number };

/** Says how a sign-up ended, to the log and to the counters; never whose it was. */
function createTelling({ log, metrics, clock }: TellDeps) {
  // Each word of this line is ours. Looking through it for personal data costs more than writing it.
  const plainLog = log.child({}, { redact: [] });
  return ({ id, startedAt }: LeadRequest, outcome: SignUpOutcome): void => {
    metrics.signUp(outcome);
    const line = {
      request: id,
      outcome: outcomeCode(outcome),
      surface: outcome.sent?.surface ?? "unknown",
      ms: clock() - startedAt,
    };
    plainLog.info(line, "A sign-up was answered.");
  };
}
