import type { PageSchedule } from "#event/page-schedule.ts";
import type { Phase } from "#event/phase.ts";

// `first-paint.ts` writes the text of these functions into the page, so each of them uses nothing but its parameters.

/** The phase at this time, as far as the schedule knows. */
export function phaseNow({ phase, changes }: PageSchedule, now: number): Phase {
  return changes.filter(({ at }) => at <= now).at(-1)?.phase ?? phase;
}

/** How many days are left, in words. Empty on the day of the event and after. */
export function countdownNow(schedule: PageSchedule, now: number): string {
  const { start, minutesAhead, words } = schedule;
  const dayOf = (time: number) => Math.floor((time + minutesAhead * 60_000) / 86_400_000);
  const days = dayOf(start) - dayOf(now);
  if (days === 1) return words.tomorrow;
  return days > 1 ? words.days.replace("{days}", String(days)) : "";
}

/** The hour at which the event starts for the visitor. Empty in the event's own time zone. */
export function visitorHour({ start, minutesAhead, words }: PageSchedule): string {
  const here = new Date(start);
  if (here.getTimezoneOffset() === -minutesAhead) return "";
  const day = here.getDate();
  const planned = new Date(start + minutesAhead * 60_000).getUTCDate();
  const minutes = here.getMinutes();
  const time = `${here.getHours()}h${minutes ? String(minutes).padStart(2, "0") : ""}`;
  const sentence = day === planned ? words.sameDay : words.otherDay;
  return sentence.replace("{time}", time).replace("{day}", String(day));
}
