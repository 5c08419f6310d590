import { isDeepStrictEqual } from "node:util";
import { type EventPlan, retiresAt } from "#event/edition.ts";
import { type EventState, eventStateAt } from "#event/event-state.ts";
import { headIn } from "#event/event-words.ts";
import type { Override } from "#event/override.ts";
import { canCome, type Phase } from "#event/phase.ts";
import { dayMs, startOfDay } from "#event/time-zone.ts";
import { createPageVariants } from "./page-variants.ts";
import type { StaticPages } from "./prepared-file.ts";

/** What the server answers at one time. */
export type Moment = {
  state: EventState;
  pages: StaticPages;
  /** Until when this holds, if the operator changes nothing. */
  changesAt: number;
};

export type EventPages = {
  at: (now: number) => Moment;
  /** The pages of any phase, for the operator to look at; undefined for a phase that can never come. */
  preview: (phase: Phase, now: number) => Moment | undefined;
  /** Done when the pages of the present phase are compressed. */
  start: (now: number) => Promise<void>;
};

export type EventPagesDeps = {
  built: StaticPages;
  event: EventPlan;
  /** The public URL of the site. */
  siteUrl: string;
  override: () => Override | undefined;
};

type Present = Moment & { from: number; chosen: Override | undefined };

/**
 * The pages of the site in the phase of the event. The pages of each phase are prepared ahead, so that a request only
 * compares a few numbers.
 */
export function createEventPages({ built, event, siteUrl, override }: EventPagesDeps): EventPages {
  const variants = createPageVariants(built, siteUrl);
  let present: Present | undefined;

  function at(now: number): Moment {
    const chosen = override();
    if (present === undefined || !holds(present, now, chosen)) present = open(now, chosen);
    return present;
  }

  function open(now: number, chosen: Override | undefined): Present {
    const state = eventStateAt(event, now, chosen);
    const changesAt = nextChange(event, state, now);
    const times = [changesAt, ...state.schedule.changes.map((change) => change.at)];
    const coming = times.map((time) => eventStateAt(event, time, chosen));
    const pages = variants.open({ now, present: state, coming });
    return { state, pages, changesAt, from: now, chosen };
  }

  return {
    at,
    preview(phase, now) {
      if (!canCome(phase, event)) return undefined;
      const state = previewOf(phase, eventStateAt(event, now, override()));
      return { state, pages: variants.preview(state, now), changesAt: now };
    },
    async start(now) {
      at(now);
      await variants.compressed();
    },
  };
}

/** Whether the clock has not gone on to the next change, or back, and the operator has changed nothing. */
function holds({ from, changesAt, chosen }: Present, now: number, override: Override | undefined) {
  return now >= from && now < changesAt && isDeepStrictEqual(chosen, override);
}

/** The words also change at midnight, when one day less is left, and when the next edition becomes the current one. */
function nextChange(event: EventPlan, { schedule, edition }: EventState, now: number): number {
  const tomorrow = startOfDay(startOfDay(now, event.timeZone) + 1.5 * dayMs, event.timeZone);
  const times = [tomorrow, retiresAt(event, edition), ...schedule.changes.map(({ at }) => at)];
  return Math.min(...times.filter((time) => time > now));
}

function previewOf(phase: Phase, state: EventState): EventState {
  return { ...state, head: headIn(phase), schedule: { ...state.schedule, phase, changes: [] } };
}
