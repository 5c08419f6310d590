import type { EventPlan, Override } from "#event/edition.ts";
import { loadPages } from "#server/pages/files.ts";
import { openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { appOver } from "./app.ts";
import { eventPlan } from "./event-plan.ts";
import { eventPagesOf } from "./pages.ts";

type Answer = { status: number; headers: Headers; html: string };

export type BuiltSite = {
  /**
   * The server's answer at the time `at`. If an override is given, the server answers as if the operator had chosen it
   * before.
   */
  ask: (path: string, at: string, special?: Special) => Promise<Answer>;
  close: () => Promise<void>;
};

type Special = { override?: Override | undefined };

/** The server with the site that was built before the tests; the test sets the clock. */
export async function openBuiltSite(event: EventPlan = eventPlan): Promise<BuiltSite> {
  const built = (await loadPages("dist", "https://black.example")) ?? new Map();
  let now = 0;
  let chosen: Override | undefined;
  const eventPages = eventPagesOf(built, { event, override: () => chosen });
  const { database, close } = await openTemporaryDatabase();
  const app = appOver(database, { eventPages, clock: () => now });
  return {
    close,
    async ask(path, at, { override } = {}) {
      now = Date.parse(at);
      chosen = override;
      const answer = await app.request(path);
      const { status, headers } = answer;
      return { status, headers, html: await answer.text() };
    },
  };
}
