import { eventNow } from "./event-now.ts";

/**
 * An inline script, which comes after the sentences of the first screen and runs before the first paint, so that nothing
 * moves. It writes the visitor's hour. On a static host, which cannot know the time, it also chooses the phase and the
 * countdown by the visitor's clock.
 */
export const setPhaseBeforePaint = `(${showNow})(${eventNow})`;

function showNow(now: typeof eventNow): void {
  const schedule = JSON.parse(document.getElementById("schedule")?.textContent ?? "");
  const { phase, countdown, visitorHour } = now(schedule, Date.now());
  const write = (name: string, text: string) => {
    for (const place of document.querySelectorAll(`[data-event=${name}]`)) place.textContent = text;
  };
  write("visitorHour", visitorHour);
  if (schedule.fromServer) return;
  write("countdown", countdown);
  document.documentElement.dataset["phase"] = phase;
}
