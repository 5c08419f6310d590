import type { Hono } from "hono";
import { addContactPath, contextHeader } from "#lead/contract.ts";

export const ana = { name: "Ana Lima", email: "ana@example.com", whatsapp: "(11) 98765-4321" };

/** As the page's script sends a sign-up. */
export function postJson(app: Hono, body: unknown, headers: Record<string, string> = {}) {
  return app.request(addContactPath, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { apikey: "key", "content-type": "application/json", ...headers },
  });
}

/** As a browser sends the form without a script. */
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

export function inContext(context: Record<string, unknown>): Record<string, string> {
  return { [contextHeader]: encodeURIComponent(JSON.stringify(context)) };
}
