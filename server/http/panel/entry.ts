import type { Context } from "hono";
import { logLines } from "#phrases/log-lines.ts";
import { renderEntry } from "#server/panel/look/message-pages.ts";
import type { SessionCookie } from "#server/panel/session-cookie.ts";
import { recordDeed } from "#server/store/panel/deeds.ts";
import { openSession } from "#server/store/panel/panel-keys.ts";
import { isOwnForm } from "./own-origin.ts";
import type { PanelAnswers } from "./panel-answers.ts";
import type { PanelDeps } from "./panel-deps.ts";
import { isSecret } from "./sessions.ts";
import type { CountTry } from "./tries.ts";

/**
 * Answers a link to the panel. GET only shows a button, because chats and browsers open links in advance; the form in this
 * page uses the link up.
 */
export function createEntry(
  deps: PanelDeps,
  {
    cookie,
    answers,
    countTry,
  }: { cookie: SessionCookie; answers: PanelAnswers; countTry: CountTry },
) {
  const { database, databaseClock, siteUrl } = deps.panel;

  /** In one transaction, so that no session begins without its line in the log of deeds. */
  async function open(link: string) {
    const now = await databaseClock(database);
    return database.transaction().execute(async (writing) => {
      const session = await openSession(writing, { link, now });
      if (session !== undefined)
        await recordDeed(writing, { at: now, deed: "panel opened", panelKey: session.id });
      return session;
    });
  }

  return {
    show(code: string): Response {
      return isSecret(code) ? answers.page(renderEntry({ code })) : answers.notice("unusable", 403);
    },

    async use(context: Context, code: string): Promise<Response> {
      if (!isOwnForm(context.req.raw.headers, siteUrl)) return answers.failure("otherSite", 403);
      const waitMs = countTry(context);
      if (waitMs > 0) return answers.tooMany(waitMs);
      const session = isSecret(code) ? await open(code) : undefined;
      if (session === undefined) {
        deps.log.warn(logLines.panelLinkRefused);
        return answers.notice("unusable", 403);
      }
      deps.log.info({ panelKey: session.id }, logLines.panelOpened);
      return answers.backToPanel({ "Set-Cookie": cookie.header(session.secret) });
    },
  };
}
