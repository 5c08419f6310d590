import { eventNow } from "./event-now.ts";

/**
 * Runs in an inline script, which comes after the sentences of the first screen and before the first paint, so that
 * nothing moves. It writes the visitor's hour, and tells the styles about a sign-up on this device for this edition. On a
 * static host, which cannot know the time, it also chooses the phase and the countdown by the visitor's clock.
 */
export function showEventBeforePaint(): void {
  // For the page's own script, which comes later and does not carry the function again: see `vite.config.ts`.
  Object.assign(self, { eventNow });
  const { dataset } = document.documentElement;
  const schedule = JSON.parse(document.getElementById("schedule")?.textContent ?? "");
  const { phase, countdown, visitorHour } = eventNow(schedule, Date.now());
  const write = (name: string, text: string) => {
    for (const place of document.querySelectorAll(`[data-event=${name}]`)) place.textContent = text;
  };
  write("visitorHour", visitorHour);
  try {
    // What `signed-up.ts` has saved.
    const { year, for: what } = JSON.parse(localStorage.getItem("signed-up") ?? "");
    if (year === schedule.year) dataset["signedUp"] = what;
  } catch {
    // There is no sign-up, the browser forbids storage, or the saved value is damaged.
  }
  if (schedule.fromServer) return;
  write("countdown", countdown);
  dataset["phase"] = phase;
}
