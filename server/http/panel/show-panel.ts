import type { Context } from "hono";
import { cachedFor } from "#server/http/operator/cached-for.ts";
import { renderBroken, renderPanel } from "#server/panel/look/render-panel.ts";
import { newestDeeds } from "#server/store/panel/deeds.ts";
import type { PanelAnswers } from "./panel-answers.ts";
import type { PanelDeps } from "./panel-deps.ts";
import { type FoundSession, inTime } from "./sessions.ts";

/** The figures are read once in this time, in milliseconds, for all who look. */
const maxAgeMs = 5_000;
const shownDeeds = 10;
/** After this time the browser asks for the panel again, without any script. */
const renewal = { Refresh: "30" };

/** Answers with the panel. `forget` makes the next answer read everything again. */
export function createPanelPage(deps: PanelDeps, answers: PanelAnswers) {
  const { database, readFigures, troubles } = deps.panel;
  const readView = async () => {
    const [figures, deeds] = await Promise.all([readFigures(), newestDeeds(database, shownDeeds)]);
    return { figures, deeds };
  };
  const newCache = () => cachedFor(maxAgeMs, deps.clock, readView);
  let readCached = newCache();

  async function show(context: Context, found: FoundSession): Promise<Response> {
    if (found.kind === "none") return answers.notice("notSignedIn", 401);
    if (found.session === undefined) return answers.notice("storeFails", 503, renewal);
    const { mayWrite } = found.session;
    const renewing = context.req.query("parado") === undefined;
    const headers = renewing ? renewal : {};
    const view = found.kind === "session" ? await inTime(deps, readCached()) : undefined;
    if (view === undefined) {
      const broken = renderBroken({ troubles: troubles(), now: deps.clock(), renewing });
      return answers.page(broken, 503, headers);
    }
    const html = renderPanel({ ...view, troubles: troubles(), mayWrite, renewing });
    return answers.page(html, 200, headers);
  }

  return {
    show,
    forget() {
      readCached = newCache();
    },
  };
}
