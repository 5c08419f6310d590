import type { Context } from "hono";
import { logLines } from "#phrases/log-lines.ts";
import { door } from "#phrases/panel/door.ts";
import { isFarFromEvent, readEvent } from "#server/event/choices.ts";
import { renderConfirmation } from "#server/panel/look/message-pages.ts";
import { isOwnForm } from "./own-origin.ts";
import { act, deedOf, type PanelAction, readAction } from "./panel-action.ts";
import type { PanelAnswers } from "./panel-answers.ts";
import type { PanelDeps } from "./panel-deps.ts";
import type { FoundSession } from "./sessions.ts";

type Allowed =
  | { kind: "allowed"; session: number; action: PanelAction }
  | { kind: "refused"; answer: Response };

/** Asks before an action, and does it when the form of the question is sent. */
export function createActions(deps: PanelDeps, answers: PanelAnswers, forget: () => void) {
  const { database, databaseClock, event, siteUrl } = deps.panel;

  async function isUnusual(action: PanelAction): Promise<boolean> {
    if (action.kind !== "phase" || action.choice === "auto") return false;
    const { override } = await readEvent(database);
    return isFarFromEvent(event, await databaseClock(database), override);
  }

  return {
    async ask(context: Context, found: FoundSession, path: string): Promise<Response> {
      const allowed = allow(answers, found, path);
      if (allowed.kind === "refused") return allowed.answer;
      const { question, sentence, label } = wordsOf(allowed.action);
      const unusual = (await isUnusual(allowed.action)) ? ` ${door.farFromClass}` : "";
      const { path: address } = context.req;
      const asked = { question, sentence: sentence + unusual, action: address, label };
      return answers.page(renderConfirmation(asked));
    },

    async run(context: Context, found: FoundSession, path: string): Promise<Response> {
      if (!isOwnForm(context.req.raw.headers, siteUrl)) return answers.failure("otherSite", 403);
      const allowed = allow(answers, found, path);
      if (allowed.kind === "refused") return allowed.answer;
      const { action, session } = allowed;
      const now = await databaseClock(database);
      const outcome = await act(database, action, { session, event, now });
      forget();
      switch (outcome) {
        case "done":
          deps.log.info({ ...deedOf(action), panelKey: session }, logLines.panelDeed);
          return answers.backToPanel();
        case "repeated":
          return answers.backToPanel();
        case "revoked":
          return answers.notice("notSignedIn", 401);
        case "no-group":
          return answers.failure("noGroup", 404);
      }
    },
  };
}

/** The action that an address names, if this session may do it. */
function allow(answers: PanelAnswers, found: FoundSession, path: string): Allowed {
  const refused = (answer: Response): Allowed => ({ kind: "refused", answer });
  if (found.kind === "none") return refused(answers.notice("notSignedIn", 401));
  if (found.kind === "store-fails") return refused(answers.failure("storeFails", 503));
  const { id: session, mayWrite } = found.session;
  if (!mayWrite) return refused(answers.failure("readOnly", 403));
  const action = readAction(path);
  if (action === undefined) return refused(answers.failure("unknown", 404));
  return { kind: "allowed", session, action };
}

type Words = { question: string; sentence: string; label: string };

function wordsOf(action: PanelAction): Words {
  switch (action.kind) {
    case "pause":
    case "resume":
      return door.questions[action.kind];
    case "phase":
      return door.questions[action.choice];
    case "group-full": {
      const { question, sentence, label } = door.questions.groupFull;
      return { question: question(action.group), sentence: sentence(action.group), label };
    }
  }
}
