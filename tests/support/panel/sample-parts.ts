import { type Slice, type StepFigure, stepFigures } from "#server/figures/figures.ts";

export const [minuteMs, hourMs] = [60_000, 3_600_000];
/** The class of the samples: 20:00 to 22:00 in Brasília. */
export const start = Date.parse("2026-11-11T20:00:00-03:00");
export const end = start + 2 * hourMs;

export function slices(from: number, sliceMs: number, signUps: readonly number[]): Slice[] {
  return Array.from({ length: 24 }, (_, index) => {
    const count = signUps[index % Math.max(signUps.length, 1)] ?? 0;
    return {
      start: from + index * sliceMs,
      views: count * 4,
      signUps: count,
      groupPresses: 0,
      entered: 0,
    };
  });
}

/** From an hour before the class to now: a slow rise, and a wave when the class begins. */
export function nightMinutes(): Slice[] {
  return Array.from({ length: 92 }, (_, minute) => {
    const wave = 5_200 * Math.exp(-(((minute - 63) / 9) ** 2));
    const signUps = Math.round(300 + minute * 9 + wave + 220 * Math.sin(minute * 1.7));
    const counted = minute === 91 ? Math.round(signUps / 5) : signUps;
    return {
      start: start + (minute - 60) * minuteMs,
      views: counted * 4,
      signUps: counted,
      groupPresses: Math.round(counted * 0.7),
      // The doors open a quarter of an hour before the class.
      entered: minute < 45 ? 0 : Math.round(2.3 * counted),
    };
  });
}

export function steps(counts: readonly number[]): StepFigure[] {
  return stepFigures(order.map((step, index) => ({ step, n: counts[index] ?? 0 })));
}

const order = [
  "view",
  "popup-opened",
  "form-begun",
  "sent",
  "kept",
  "group-press",
  "entered",
  "error-shown",
] as const;

export function group(id: number, taken: number, state: "open" | "closed" | "no-places") {
  const link = `https://chat.whatsapp.com/Convite${id}`;
  return { id, link, stopAt: 950, taken, presses: 0, saidFull: 0, state };
}
