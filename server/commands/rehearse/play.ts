import { type EventPlan, editionAt } from "#event/edition.ts";
import { minuteMs } from "#event/time-zone.ts";

/** The times of a rehearsal, in milliseconds since 1970. */
export type Play = {
  /** The event with the doors and the class of the rehearsal, which are minutes long. */
  event: EventPlan;
  edition: number;
  preparedAt: number;
  doorsAt: number;
  start: number;
  end: number;
  over: number;
  /** When each made-up person signs up, in order. */
  signUpsAt: number[];
};

/** The waits of a rehearsal end only with their time: Ctrl-C ends the whole process. */
export const uninterrupted = new AbortController().signal;

/** How the time of the rehearsal is divided: until the doors, until the class, the class, and the time after it. */
const shares = { untilDoors: 0.2, doors: 0.2, live: 0.4, after: 0.2 };
const signUpsPerMinute = 24;
/** Fewer than one network address may send in a burst, because all sign-ups come from this machine. */
const maxSignUps = 240;
const minSignUps = 12;

/** The shares of the sign-ups, and in which part of the time they come: most of them when the class begins. */
const waves: readonly { share: number; part: keyof typeof shares; within: number }[] = [
  { share: 0.25, part: "doors", within: 1 },
  { share: 0.5, part: "live", within: 0.2 },
  { share: 0.15, part: "live", within: 0.9 },
  { share: 0.1, part: "after", within: 0.3 },
];

export function planPlay(planned: EventPlan, now: number, minutes: number): Play {
  const event = {
    ...planned,
    doorsMinutes: minutes * shares.doors,
    durationMinutes: minutes * shares.live,
  };
  const lasts = (share: number) => Math.round(minutes * minuteMs * share);
  const doorsAt = now + lasts(shares.untilDoors);
  const start = doorsAt + lasts(shares.doors);
  const end = start + lasts(shares.live);
  const begins = { untilDoors: now, doors: doorsAt, live: start, after: end };
  const count = Math.min(Math.max(Math.round(minutes * signUpsPerMinute), minSignUps), maxSignUps);
  const signUpsAt = waves.flatMap(({ share, part, within }) =>
    evenly(begins[part], lasts(shares[part] * within), Math.round(count * share)),
  );
  return {
    event,
    edition: editionAt(event, now).year,
    preparedAt: now,
    doorsAt,
    start,
    end,
    over: end + lasts(shares.after),
    signUpsAt: signUpsAt.sort((one, other) => one - other),
  };
}

function evenly(from: number, lasts: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + (lasts * (index + 0.5)) / count);
}
