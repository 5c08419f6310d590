import type { Hono } from "hono";
import { addContactPath, contextHeader } from "#lead/contract.ts";

/** Sends a sign-up as the script of the page does. */
export function postJson(
  app: Hono,
  body: unknown,
  headers: Record<string, string> = {},
  connection?: { incoming: { socket: { remoteAddress: string } } },
) {
  const init = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { apikey: "key", "content-type": "application/json", ...headers },
  };
  return app.request(addContactPath, init, connection);
}

/** Sends a sign-up as a browser sends the form when no script runs. */
export function postForm(
  app: Hono,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return app.request(addContactPath, {
    method: "POST",
    body: new URLSearchParams({ apikey: "key", ...fields }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });
}

export function contextHeaders(context: Record<string, unknown>): Record<string, string> {
  return { [contextHeader]: encodeURIComponent(JSON.stringify(context)) };
}
