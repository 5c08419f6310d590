import type { EventPlan } from "#event/edition.ts";

/** An event with fixed times for tests, whatever the owner writes in `content/launch.ts`. */
export const eventPlan: EventPlan = {
  month: 11,
  day: 11,
  hour: 20,
  minute: 0,
  timeZone: "America/Sao_Paulo",
  year: "next",
  durationMinutes: 120,
  doorsMinutes: 15,
  daysAfter: 7,
  replay: "none",
};
