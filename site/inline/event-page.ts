import { followEvent } from "#site/event/follow-event.ts";
import { showEventBeforePaint } from "#site/event/show-event.ts";

// Runs on each page whose text depends on the phase, except the landing page: shows the present phase before the first
// paint, and later changes of the phase.
showEventBeforePaint(document);
followEvent(document);
