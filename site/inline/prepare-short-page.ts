import { showEventBeforePaint } from "#site/event/show-event-before-paint.ts";

// Prepares a short page that says something else in each phase of the event, before its first paint.
showEventBeforePaint();
