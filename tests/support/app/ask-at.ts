import type { Hono } from "hono";
import type { Phase } from "#event/phase.ts";
import { signPreview } from "#server/event/preview.ts";
import { openApp } from "./app.ts";
import { eventPlan } from "./event-plan.ts";
import { builtPage, eventPagesOf } from "./pages.ts";

const linkKey = "link-key";

type Asked = { at: number; method?: string; headers?: Record<string, string> };

/** What the server answers at this time, for a site of two small pages. */
export async function askAt(path: string, { at, ...init }: Asked): Promise<Response> {
  const app = await openSmallSite(() => at);
  return app.request(path, init);
}

export async function openSmallSite(clock: () => number): Promise<Hono> {
  const built = new Map([
    ["/", builtPage('<html data-phase="before">a página</html>')],
    ["/aovivo", builtPage('<html data-phase="before">a página da sala</html>')],
  ]);
  const eventPages = eventPagesOf(built, { event: eventPlan });
  const { app } = await openApp({ eventPages, clock, linkKey: () => linkKey });
  return app;
}

/** The query of a link to a phase, `live` by default, that the server has signed. */
export function signedQuery(
  until: number,
  { key = linkKey, phase = "live" }: { key?: string; phase?: Phase } = {},
): string {
  return signPreview(key, { shown: phase, until });
}
