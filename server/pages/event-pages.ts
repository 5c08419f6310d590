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
  const kept = new Map<string, FilledPages>();
  let present: (Moment & { from: number; chosen: Override | undefined }) | undefined;
  let compressing = Promise.resolve();
  let turn = 0;

  function at(now: number): Moment {
    const chosen = override();
    // The clock may go back, too, and the operator may choose another phase.
    const holds =
      present !== undefined &&
      now >= present.from &&
      now < present.changesAt &&
      isDeepStrictEqual(present.chosen, chosen);
    if (present === undefined || !holds) present = { ...open(now, chosen), from: now, chosen };
    return present;
  }

  function open(now: number, chosen: Override | undefined): Moment {
    const state = eventStateAt(event, now, chosen);
    const changesAt = nextChange(event, state, now);
    const times = [changesAt, ...state.schedule.changes.map((change) => change.at)];
    const coming = times.map((time) => eventStateAt(event, time, chosen));
    const needed = [state, ...coming].map((one) => JSON.stringify(one));
    for (const key of kept.keys()) if (!needed.includes(key)) kept.delete(key);
    const { pages } = keep(state, now);
    turn += 1;
    const mine = turn;
    compressing = compress(state, now, mine);
    void compressing.then(async () => {
      for (const one of coming) await compress(one, now, mine);
    });
    return { state, pages, changesAt };
  }

  function keep(state: EventState, now: number): FilledPages {
    const key = JSON.stringify(state);
    const found = kept.get(key) ?? fillPages(built, { state, siteUrl, preview: false }, now);
    kept.set(key, found);
    return found;
  }

  /** Compresses one file after the other, until other pages are opened: then these must be ready first. */
  async function compress(state: EventState, now: number, mine: number): Promise<void> {
    if (mine !== turn) return;
    for (const file of keep(state, now).filled) if (mine === turn) await file.compress();
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
