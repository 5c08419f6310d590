import { followEvent } from "#site/event/follow-event.ts";
import { showEventBeforePaint } from "#site/event/show-event.ts";

// For a page besides the landing page that says something else in each phase of the event.
showEventBeforePaint(document);
followEvent(document);
