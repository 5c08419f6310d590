import { type Context, Hono } from "hono";
import { logLines } from "#phrases/log-lines.ts";
import { panelPaths } from "#server/panel/panel-paths.ts";
import { type SessionCookie, sessionCookieOf } from "#server/panel/session-cookie.ts";
import { recordDeed } from "#server/store/panel/deeds.ts";
import { revokePanelKeys } from "#server/store/panel/panel-keys.ts";
import { createActions } from "./actions.ts";
import { createEntry } from "./entry.ts";
import { isOwnForm } from "./own-origin.ts";
import { createPanelAnswers, type PanelAnswers, refuseMethod } from "./panel-answers.ts";
import type { PanelDeps } from "./panel-deps.ts";
import { createSessions, type FoundSession } from "./sessions.ts";
import { createPanelPage } from "./show-panel.ts";
import { createTries } from "./tries.ts";

type Answer = (context: Context, found: FoundSession) => Promise<Response>;

const toRead = "GET, HEAD";
const toSend = "POST";
const both = "GET, HEAD, POST";

/** Adds the panel, unless the secret of a session would travel in clear text: then its addresses do not exist. */
export function addPanel(app: Hono, deps: PanelDeps): void {
  const cookie = sessionCookieOf(deps.panel.siteUrl);
  if (cookie !== undefined) app.route("/", createPanel(deps, cookie));
}

function createPanel(deps: PanelDeps, cookie: SessionCookie): Hono {
  const answers = createPanelAnswers(deps.panel.siteUrl);
  const countTry = createTries(deps);
  const findSession = createSessions(deps, cookie, countTry);
  const entry = createEntry(deps, { cookie, answers, countTry });
  const page = createPanelPage(deps, answers);
  const actions = createActions(deps, answers, page.forget);
  const leave = createLeave(deps, cookie, answers);
  const codeOf = (context: Context) => context.req.param("code") ?? "";
  const { panel, entry: entryPath, leave: leavePath, actions: actionsPath } = panelPaths;
  const nameOf = ({ req }: Context) => req.path.slice(actionsPath.length + 1);

  const inSession = (answer: Answer) => async (context: Context) => {
    const found = await findSession(context);
    return found.kind === "too-many" ? answers.tooMany(found.waitMs) : answer(context, found);
  };

  const app = new Hono();
  app.get(panel, inSession(page.show));
  app.all(panel, () => refuseMethod(toRead));
  app.get(`${entryPath}/:code`, (context) => entry.show(codeOf(context)));
  app.post(`${entryPath}/:code`, (context) => entry.use(context, codeOf(context)));
  app.all(`${entryPath}/:code`, () => refuseMethod(both));
  app.post(leavePath, inSession(leave));
  app.all(leavePath, () => refuseMethod(toSend));
  app.get(
    `${actionsPath}/*`,
    inSession((context, found) => actions.ask(context, found, nameOf(context))),
  );
  app.post(
    `${actionsPath}/*`,
    inSession((context, found) => actions.run(context, found, nameOf(context))),
  );
  app.all(`${actionsPath}/*`, () => refuseMethod(both));
  app.onError((error) => {
    deps.log.error({ error }, logLines.panelFailed);
    return answers.failure("storeFails", 503);
  });
  return app;
}

/** Ends the session of this browser, in the store too, and records the deed: both or neither. */
function createLeave({ panel, log }: PanelDeps, cookie: SessionCookie, answers: PanelAnswers) {
  const { database, databaseClock, siteUrl } = panel;
  return async (context: Context, found: FoundSession): Promise<Response> => {
    if (!isOwnForm(context.req.raw.headers, siteUrl)) return answers.failure("otherSite", 403);
    if (found.kind === "store-fails") return answers.failure("storeFails", 503);
    if (found.kind === "session") {
      const { id } = found.session;
      const at = await databaseClock(database);
      await database.transaction().execute(async (writing) => {
        await revokePanelKeys(writing, id);
        await recordDeed(writing, { at, deed: "panel closed", panelKey: id });
      });
      log.info({ panelKey: id }, logLines.panelClosed);
    }
    return answers.notice("signedOut", 200, { "Set-Cookie": cookie.header() });
  };
}
