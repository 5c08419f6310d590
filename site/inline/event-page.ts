import { followEvent } from "#site/event/follow-event.ts";
import { showEventBeforePaint } from "#site/event/show-event.ts";

// Runs on every page, except the landing page, whose text depends on the phase: shows the present phase before the first
// paint, and later changes.
showEventBeforePaint(document);
followEvent(document);
