import type { EventState } from "#event/event-state.ts";

/** What a page is filled with. A preview shows one phase and does not go on to the next. */
export type Filling = { state: EventState; siteUrl: string; preview: boolean };

/** Fills the state of the event into a built page. */
export function fillPage(html: string, { state }: Filling): string {
  return html.replace(/(<html[^>]*\sdata-phase=")[^"]*/, `$1${state.schedule.phase}`);
}
