import { getConnInfo } from "@hono/node-server/conninfo";
import { type Context, Hono } from "hono";
import { addContactPath } from "#lead/contract.ts";
import { type AddContactDeps, addContact } from "./add-contact.ts";
import { answerSignUp } from "./add-contact-answers.ts";
import { clientAddress } from "./client-address.ts";
import { answerPreflight, corsHeaders } from "./cors.ts";
import { answerHealth } from "./health.ts";
import { answerErrorPage, answerPage } from "./static-pages.ts";

export type AppDeps = AddContactDeps & {
  /** Pages of these origins may call the function. */
  allowedOrigins: readonly string[];
  /** How many proxies of our own stand in front. */
  trustedProxies: number;
};

export function createApp(deps: AppDeps): Hono {
  const app = new Hono();
  app.get("/healthz", () => answerHealth());
  addFunction(app, deps);
  app.get("*", (context) => answerPage(deps.pages, context.req.raw));
  app.all("*", () => new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } }));
  app.onError((error, context) => {
    deps.log.error({ error }, "A request met an error that nobody expected.");
    return context.req.path === addContactPath
      ? refuse(deps, context, "unexpected")
      : answerErrorPage(deps.pages, context.req.raw, { status: 500 });
  });
  return app;
}

function addFunction(app: Hono, deps: AppDeps): void {
  app.post(addContactPath, async (context) =>
    forOrigin(deps, context, await addContact(deps, context.req.raw, addressOf(deps, context))),
  );
  app.options(addContactPath, (context) => forOrigin(deps, context, answerPreflight()));
  app.all(addContactPath, (context) => refuse(deps, context, "method-not-allowed"));
}

function refuse(
  deps: AppDeps,
  context: Context,
  code: "unexpected" | "method-not-allowed",
): Response {
  const answer = answerSignUp(deps.pages, context.req.raw, { kind: "refused", code });
  return forOrigin(deps, context, answer);
}

/** Whether the page that asked may read the answer. */
function forOrigin({ allowedOrigins }: AppDeps, context: Context, answer: Response): Response {
  const headers = corsHeaders(context.req.header("origin") ?? null, allowedOrigins);
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

function addressOf({ trustedProxies }: AppDeps, context: Context): string {
  const forwardedFor = context.req.header("x-forwarded-for") ?? null;
  return clientAddress({ peer: peerOf(context), forwardedFor }, trustedProxies);
}

/** A request that came by no connection, as a test's, has no peer. */
function peerOf(context: Context): string | undefined {
  return context.env?.incoming ? getConnInfo(context).remote.address : undefined;
}
