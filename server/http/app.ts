import { Hono } from "hono";
import { addContactPath } from "#lead/contract.ts";
import { type AddContactDeps, addContact } from "./add-contact.ts";
import { answerSignUp } from "./add-contact-answers.ts";
import { answerHealth } from "./health.ts";
import { answerErrorPage, answerPage } from "./static-pages.ts";

export function createApp(deps: AddContactDeps): Hono {
  const app = new Hono();
  app.get("/healthz", () => answerHealth());
  app.post(addContactPath, (context) => addContact(deps, context.req.raw));
  app.all(addContactPath, (context) =>
    answerSignUp(deps.pages, context.req.raw, { kind: "refused", code: "method-not-allowed" }),
  );
  app.get("*", (context) => answerPage(deps.pages, context.req.raw));
  app.all("*", () => new Response(null, { status: 405, headers: { Allow: "GET, HEAD" } }));
  app.onError((error, context) => {
    deps.log.error({ error }, "A request met an error that nobody expected.");
    return context.req.path === addContactPath
      ? answerSignUp(deps.pages, context.req.raw, { kind: "refused", code: "unexpected" })
      : answerErrorPage(deps.pages, context.req.raw, { status: 500 });
  });
  return app;
}
