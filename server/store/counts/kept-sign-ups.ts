import { hourMs, minuteMs } from "#event/time-zone.ts";
import type { StepSurface } from "#lead/page-report.ts";
import { type SourceName, sourceName } from "#lead/source-name.ts";
import type { Surface } from "#server/store/tables.ts";
import type { Counts } from "./gather-counts.ts";

export type KeptSignUp = {
  receivedAt: number;
  surface: Surface;
  /** Where the visit came from, as JSON. */
  source: string | null;
  /** Whether it is the person's first sign-up. */
  isFirst: boolean;
};

/** What sign-ups add to the counts, each in the hour and the minute in which it was received. */
export function countsOfKept(signUps: readonly KeptSignUp[]) {
  return {
    steps: signUps.map(({ receivedAt, surface, source, isFirst }) => ({
      hour: receivedAt - (receivedAt % hourMs),
      step: "kept",
      source: storedSource(source),
      surface: formOf(surface),
      count: 1,
      newPeople: Number(isFirst),
    })),
    minutes: signUps.map(({ receivedAt, isFirst }) => ({
      minute: receivedAt - (receivedAt % minuteMs),
      views: 0,
      sign_ups: 1,
      new_people: Number(isFirst),
    })),
  } satisfies Counts;
}

/** A source that was changed by hand and cannot be read must not keep a lead from being derived. */
function storedSource(source: string | null): SourceName {
  try {
    const visits: Parameters<typeof sourceName>[0] = JSON.parse(source ?? "{}");
    return sourceName(visits);
  } catch {
    return "other";
  }
}

function formOf(surface: Surface): StepSurface {
  return surface === "popup" || surface === "page" ? surface : "none";
}
