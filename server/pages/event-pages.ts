import { isDeepStrictEqual, promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { calendarFile, calendarFilePath } from "#event/calendar.ts";
import { type EventPlan, retiresAt } from "#event/edition.ts";
import { type EventState, eventStateAt, headIn } from "#event/event-state.ts";
import type { Override } from "#event/override.ts";
import { canCome, type Phase } from "#event/phase.ts";
import { dayMs, startOfDay } from "#event/time-zone.ts";
import {
  contentType,
  type Encoding,
  type FileHead,
  prepareVariant,
  type StaticPages,
  type Variant,
} from "./files.ts";
import { type Filling, fillPage } from "./fill-page.ts";

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

/**
 * The pages of the site in the phase of the event. The pages of the present and of the coming phases are prepared ahead,
 * so that a request only compares a few numbers. All other pages are forgotten.
 */
export function createEventPages({ built, event, siteUrl, override }: EventPagesDeps): EventPages {
  /** The present pages and those of the coming phases, by the state of the event with which they are filled. */
  const filledPages = new Map<string, FilledPages>();
  let present: (Moment & { from: number; chosen: Override | undefined }) | undefined;
  /** Done when the present pages are compressed. */
  let compressing = Promise.resolve();
  /** How often the present pages were prepared: compressing for an earlier time stops. */
  let turn = 0;

  function at(now: number): Moment {
    const chosen = override();
    // The clock may go back, too, and the operator may choose another phase.
    const holds =
      present !== undefined &&
      now >= present.from &&
      now < present.changesAt &&
      isDeepStrictEqual(present.chosen, chosen);
    if (present === undefined || !holds) present = { ...prepare(now, chosen), from: now, chosen };
    return present;
  }

  /** Fills the present pages, and afterwards compresses these and fills and compresses the coming ones. */
  function prepare(now: number, chosen: Override | undefined): Moment {
    const state = eventStateAt(event, now, chosen);
    const changesAt = nextChange(event, state, now);
    const times = [changesAt, ...state.schedule.changes.map((change) => change.at)];
    const coming = times.map((time) => eventStateAt(event, time, chosen));
    const needed = [state, ...coming].map((one) => JSON.stringify(one));
    for (const key of filledPages.keys()) if (!needed.includes(key)) filledPages.delete(key);
    const { pages } = pagesIn(state, now);
    turn += 1;
    const ownTurn = turn;
    compressing = compress(state, now, ownTurn);
    void compressing.then(async () => {
      for (const one of coming) await compress(one, now, ownTurn);
    });
    return { state, pages, changesAt };
  }

  function pagesIn(state: EventState, now: number): FilledPages {
    const key = JSON.stringify(state);
    const pages = filledPages.get(key) ?? fillPages(built, { state, siteUrl, preview: false }, now);
    filledPages.set(key, pages);
    return pages;
  }

  /** Compresses one file after the other, until pages are prepared again: then the new ones come first. */
  async function compress(state: EventState, now: number, ownTurn: number): Promise<void> {
    if (ownTurn !== turn) return;
    for (const file of pagesIn(state, now).filled) if (ownTurn === turn) await file.compress();
  }

  return {
    at,
    preview(phase, now) {
      if (!canCome(phase, event)) return undefined;
      const state = previewOf(phase, eventStateAt(event, now, override()));
      const { pages } = fillPages(built, { state, siteUrl, preview: true }, now);
      return { state, pages, changesAt: now };
    },
    async start(now) {
      at(now);
      await compressing;
    },
  };
}

/** The words also change at midnight, when one day less is left, and when the next edition becomes the current one. */
function nextChange(event: EventPlan, { schedule, edition }: EventState, now: number): number {
  // Half a day more than one, because the days on which clocks change have 23 or 25 hours.
  const tomorrow = startOfDay(startOfDay(now, event.timeZone) + 1.5 * dayMs, event.timeZone);
  const times = [tomorrow, retiresAt(event, edition), ...schedule.changes.map(({ at }) => at)];
  return Math.min(...times.filter((time) => time > now));
}

function previewOf(phase: Phase, state: EventState): EventState {
  return { ...state, head: headIn(phase), schedule: { ...state.schedule, phase, changes: [] } };
}

type FilledPages = { pages: StaticPages; filled: FilledFile[] };

/** A file that was filled in. It can be served at once, and is smaller when it has been compressed. */
type FilledFile = { variants: Map<Encoding, Variant>; compress: () => Promise<void> };

/** Fills in all pages of the built site, and writes the calendar file. Files that stay as they are keep their bytes. */
function fillPages(built: StaticPages, filling: Filling, now: number): FilledPages {
  const pages = new Map(built);
  const filled: FilledFile[] = [];
  for (const [path, file] of built) {
    const original = file.get("identity");
    const text = original && textOf(path, original, filling, now);
    if (original === undefined || text === undefined) continue;
    const one = filledFile(original.head, Buffer.from(text));
    pages.set(path, one.variants);
    filled.push(one);
  }
  return { pages, filled };
}

const htmlType = contentType("page.html");

/** The new text of a file; undefined if the file stays as it is. */
function textOf(
  path: string,
  { body, head }: Variant,
  filling: Filling,
  now: number,
): string | undefined {
  if (path === calendarFilePath) return calendarFile(filling, now);
  if (head.contentType !== htmlType) return undefined;
  const html = body.toString("utf8");
  const text = fillPage(html, filling);
  return text === html ? undefined : text;
}

function filledFile(head: FileHead, plain: Buffer<ArrayBuffer>): FilledFile {
  const variants = new Map<Encoding, Variant>([
    ["identity", prepareVariant(head, "identity", plain)],
  ]);
  return {
    variants,
    async compress() {
      if (variants.size > 1) return;
      const br = await promisify(brotliCompress)(plain);
      const gz = await promisify(gzip)(plain, { level: 9 });
      if (br.length < plain.length) variants.set("br", prepareVariant(head, "br", Buffer.from(br)));
      if (gz.length < plain.length)
        variants.set("gzip", prepareVariant(head, "gzip", Buffer.from(gz)));
    },
  };
}
