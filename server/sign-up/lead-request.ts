import type { Context } from "hono";
import { requestIdHeader } from "#server/http/headers.ts";
import { addressOf } from "./client-address.ts";
import { isFromElsewhere, originHeaders } from "./cors.ts";
import { type BodyKind, bodyKindOf } from "./read-body.ts";

/** A request to the lead function, with everything that is known before its body is read. */
export type LeadRequest = {
  request: Request;
  id: string;
  startedAt: number;
  /** The visitor's network address; empty if it is unknown. */
  address: string;
  /** The kind of the body, from the header `Content-Type`; undefined for a type that we don't read. */
  bodyKind: BodyKind | undefined;
  /** True for a form that was sent without script: the browser shows the response, so the response must be a page. */
  fromForm: boolean;
  /** True if a page of another site sent the request, so that the visitor may never have seen our form. */
  fromElsewhere: boolean;
  /** The headers of every answer to this request. */
  headers: Record<string, string>;
};

export type LeadRequestDeps = {
  clock: () => number;
  newRequestId: () => string;
  /** Pages of these origins may call the function. */
  allowedOrigins: readonly string[];
  /** The number of our own proxies that a request passes. */
  trustedProxies: number;
};

export function readLeadRequest(deps: LeadRequestDeps, context: Context): LeadRequest {
  const request = context.req.raw;
  const { headers } = request;
  const id = requestId(headers.get(requestIdHeader), deps.newRequestId);
  const bodyKind = bodyKindOf(headers.get("content-type"));
  return {
    request,
    id,
    startedAt: deps.clock(),
    address: addressOf(context, deps.trustedProxies),
    bodyKind,
    fromForm: isFromForm(headers, bodyKind),
    fromElsewhere: isFromElsewhere(headers, deps.allowedOrigins),
    headers: {
      [requestIdHeader]: id,
      ...originHeaders(headers.get("origin"), deps.allowedOrigins),
    },
  };
}

/**
 * Whether the request is a form that was sent without script. If we don't read the type of the body, the header
 * `Accept` decides, because a browser that sends a form accepts a page.
 */
function isFromForm(headers: Headers, bodyKind: BodyKind | undefined): boolean {
  if (bodyKind !== undefined) return bodyKind === "form";
  return (headers.get("accept") ?? "").includes("text/html");
}

/**
 * A UUID or a trace id, as proxies make them. Other forms are not taken over, because the id is logged: a telephone
 * number or a name could be sent as an id of letters and digits.
 */
const idForm = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** The id that the request came with, so that a proxy's log and ours can be compared; otherwise a new one. */
export function requestId(given: string | null, newId: () => string): string {
  return given !== null && idForm.test(given) ? given : newId();
}
