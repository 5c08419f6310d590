import { launch } from "#content/launch.ts";
import {
  createEventPages,
  type EventPages,
  type EventPagesDeps,
} from "#server/pages/event-pages.ts";
import { type PreparedFile, prepareVariant, type StaticPages } from "#server/pages/files.ts";
import { pageHeaders } from "#server/pages/security.ts";

const siteUrl = "https://black.example";

/** A page of a built site, as the server prepares it. */
export function builtPage(html: string): PreparedFile {
  const contentType = "text/html; charset=utf-8";
  const head = { contentType, cacheControl: "no-cache", security: pageHeaders([html], siteUrl) };
  return { identity: prepareVariant(head, "identity", Buffer.from(html)) };
}

type EventSource = Partial<Pick<EventPagesDeps, "event" | "override">>;

/** The event pages of a small site; without `override` the operator has changed nothing. */
export function eventPagesOf(
  built: StaticPages,
  { event = launch.event, override = () => undefined }: EventSource = {},
): EventPages {
  return createEventPages({ built, event, siteUrl, override });
}
