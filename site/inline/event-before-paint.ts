import { showEventBeforePaint } from "#site/event/first-paint.ts";

// For the short pages that say something else in each phase of the event.
showEventBeforePaint();
