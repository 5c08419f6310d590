import { isDeepStrictEqual, promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { calendarFile, calendarFilePath, googleCalendarUrl } from "#event/calendar.ts";
import { type EventPlan, type Override, retiresAt } from "#event/edition.ts";
import { type EventState, eventStateAt, headIn } from "#event/event-state.ts";
import { eventTexts } from "#event/event-texts.ts";
import {
  jsonInScript,
  type PageSource,
  pageSchedule,
  presentWordings,
  scheduleId,
} from "#event/page-schedule.ts";
import type { Phase } from "#event/phase.ts";
import { structuredData } from "#event/structured-data.ts";
import { dayMs, startOfDay } from "#event/time-zone.ts";
import { contentType, type PreparedFile, prepareVariant, type StaticPages } from "./files.ts";

/** What the server shows at one time: the state of the event, and the pages. */
export type Moment = {
  state: EventState;
  pages: StaticPages;
  /** Until when these pages are right, if the operator changes nothing. */
  changesAt: number;
};

export type EventPages = {
  at: (now: number) => Moment;
  /** The pages for a preview by the operator: at any time, or in any phase with the texts of the present time. */
  preview: (shown: Phase | number, mark: string, now: number) => StaticPages;
  /** Resolves when the pages of the present phase are compressed. */
  start: (now: number) => Promise<void>;
  /** Resolves when the next pages are compressed too. */
  ahead: () => Promise<void>;
};

export type EventPagesDeps = {
  built: StaticPages;
  event: EventPlan;
  /** The public URL of the site. */
  siteUrl: string;
  override: () => Override | undefined;
};

/**
 * The pages of the site in the phase of the event. The present pages and the next pages are prepared ahead, so that a
 * request only compares a few numbers. All other pages are forgotten.
 */
export function createEventPages({ built, event, siteUrl, override }: EventPagesDeps): EventPages {
  /** The present pages and the next pages, by the state of the event with which they are filled. */
  const filledPages = new Map<string, FilledPages>();
  let present: (Moment & { from: number; chosen: Override | undefined }) | undefined;
  /** Resolves when the present pages are compressed. */
  let compressing = Promise.resolve();
  /** Resolves when the next pages are compressed too. */
  let compressingAll = compressing;
  /**
   * Counts how often the present pages were prepared. Pages that were prepared earlier are then no longer compressed.
   */
  let turn = 0;

  function at(now: number): Moment {
    const chosen = override();
    // The prepared pages are wrong if the clock went back, or if the operator has chosen another phase.
    const holds =
      present !== undefined &&
      now >= present.from &&
      now < present.changesAt &&
      isDeepStrictEqual(present.chosen, chosen);
    if (present === undefined || !holds) present = { ...prepare(now, chosen), from: now, chosen };
    return present;
  }

  /** Fills the present pages; later compresses these pages, and fills and compresses the next pages. */
  function prepare(now: number, chosen: Override | undefined): Moment {
    const state = eventStateAt(event, now, chosen);
    const changesAt = nextChange(event, state, now);
    const next = eventStateAt(event, changesAt, chosen);
    const needed = [state, next].map((one) => JSON.stringify(one));
    for (const key of filledPages.keys()) if (!needed.includes(key)) filledPages.delete(key);
    const { pages, filled } = pagesIn(state, now);
    turn += 1;
    const ownTurn = turn;
    compressing = compressAll(filled, ownTurn);
    compressingAll = compressing.then(async () => {
      // Of the present pages, those that differ from the build only in the address are compressed last.
      await compressAll(pages.values(), ownTurn);
      if (ownTurn === turn) await compressAll(pagesIn(next, now).filled, ownTurn);
    });
    return { state, pages, changesAt };
  }

  function pagesIn(state: EventState, now: number): FilledPages {
    const key = JSON.stringify(state);
    const pages = filledPages.get(key) ?? fillPages(built, { state, siteUrl }, now);
    filledPages.set(key, pages);
    return pages;
  }

  /**
   * Compresses one file after the other. When pages are prepared again, this stops, because the new pages are
   * compressed first.
   */
  async function compressAll(files: Iterable<PreparedFile>, ownTurn: number): Promise<void> {
    for (const file of files) if (ownTurn === turn) await compress(file);
  }

  return {
    at,
    preview(shown, previewMark, now) {
      const isTime = typeof shown === "number";
      const moment = eventStateAt(event, isTime ? shown : now, override());
      const state = isTime ? moment : inPhase(shown, moment);
      return fillPages(built, { state, siteUrl, previewMark }, now).pages;
    },
    async start(now) {
      at(now);
      await compressing;
    },
    ahead: () => compressingAll,
  };
}

/**
 * When the pages change next: at a new phase, at midnight (one day less is left), or when the next edition becomes the
 * current one.
 */
function nextChange(event: EventPlan, { schedule, edition }: EventState, now: number): number {
  // Adds one and a half days to reach tomorrow, because a day on which clocks change has 23 or 25 hours.
  const tomorrow = startOfDay(startOfDay(now, event.timeZone) + 1.5 * dayMs, event.timeZone);
  const times = [tomorrow, retiresAt(event, edition), ...schedule.changes.map(({ at }) => at)];
  return Math.min(...times.filter((time) => time > now));
}

function inPhase(phase: Phase, state: EventState): EventState {
  return {
    ...state,
    head: headIn(phase, state.times),
    schedule: { ...state.schedule, phase, changes: [] },
  };
}

/**
 * All files, and those that were filled in. A filled file can be served at once, and is smaller after it is compressed.
 */
type FilledPages = { pages: StaticPages; filled: PreparedFile[] };

const htmlType = contentType("page.html");

/** Fills in all pages of the built site, and writes the calendar file. Unchanged files keep their bytes. */
function fillPages(built: StaticPages, filling: Filling, now: number): FilledPages {
  const pages = new Map(built);
  const filled: PreparedFile[] = [];
  for (const [path, asBuilt] of built) {
    const { contentType } = asBuilt.identity.head;
    let file = asBuilt;
    if (contentType === htmlType) file = withText(asBuilt, (html) => fillPage(html, filling));
    if (path === calendarFilePath) file = withText(asBuilt, () => calendarFile(filling, now));
    pages.set(path, file);
    if (file !== asBuilt) filled.push(file);
  }
  return { pages, filled };
}

function withText(file: PreparedFile, change: (text: string) => string): PreparedFile {
  const { head, body } = file.identity;
  const before = body.toString("utf8");
  const text = change(before);
  if (text === before) return file;
  return { identity: prepareVariant(head, "identity", Buffer.from(text)) };
}

const isText = /^text\/|\/xml/;

async function compress(file: PreparedFile): Promise<void> {
  const { body, head } = file.identity;
  if (file.br !== undefined || file.gzip !== undefined || !isText.test(head.contentType)) return;
  const br = await promisify(brotliCompress)(body);
  const gz = await promisify(gzip)(body, { level: 9 });
  if (br.length < body.length) file.br = prepareVariant(head, "br", Buffer.from(br));
  if (gz.length < body.length) file.gzip = prepareVariant(head, "gzip", Buffer.from(gz));
}

/**
 * The values with which a page is filled: by our server if `source` is missing. A preview has a mark, and never goes on
 * to the next phase.
 */
export type Filling = {
  state: EventState;
  siteUrl: string;
  source?: PageSource;
  /** The address of the class, for a host that cannot redirect visitors to the class. */
  room?: string | undefined;
  previewMark?: string;
};

/** A script or style with its content, any other tag, or the text between two tags. */
const tokens = /(<(script|style)\b[^>]*>)(.*?)(<\/\2>)|<[^>]+>|[^<]+/gs;

const structuredDataType = 'type="application/ld+json"';

/**
 * Puts the state of the event into a built page. Scripts and styles stay unchanged, because the security policy of the
 * page contains their hashes.
 */
export function fillPage(html: string, filling: Filling): string {
  // Only the landing page has data for search engines.
  const words = wordsFor(filling, html.includes(structuredDataType));
  /** The new text of the element whose tag was read last. */
  let newText: string | undefined;
  return html.replace(tokens, (token, open?: string, _name?: string, content = "", close = "") => {
    const text = newText;
    newText = undefined;
    if (open !== undefined) return open + (words.dataIn(open) ?? content) + close;
    if (!token.startsWith("<")) return text ?? token;
    const inside = words.textAfter(token);
    newText = inside === undefined ? undefined : escapeHtml(inside);
    return (text ?? "") + words.filledTag(token);
  });
}

/** The words of a page that depend on the state of the event, by the names in the page's attributes. */
function wordsFor({ state, siteUrl, source, room, previewMark }: Filling, isLanding: boolean) {
  const { schedule, times, head, edition } = state;
  const { title, description } = head;
  const present = { ...edition, ...times };
  const texts = eventTexts({ ...state, ...present }).set("until", [state.replayUntil]);
  /** The values of fields and links, by the name in `data-event-value`. */
  const values = new Map([
    ...Object.entries(presentWordings(schedule.phase)),
    ["googleCalendar", googleCalendarUrl({ siteUrl, times: present })],
    ["room", room],
  ]);
  /** The contents of `<meta>` elements, by name or property. */
  const metas = new Map([
    ["description", description],
    ["og:title", title],
    ["og:description", description],
  ]);

  return {
    /** The new content of the `<script>` that this tag opens, if it holds data of the event; else undefined. */
    dataIn(tag: string): string | undefined {
      if (tag.includes(structuredDataType)) return jsonInScript(structuredData({ siteUrl, state }));
      if (attribute(tag, "id") !== scheduleId) return undefined;
      return jsonInScript(pageSchedule(state, previewMark ? "preview" : (source ?? "server")));
    },

    /** The new text of the element that this tag opens; undefined if the element keeps its text. */
    textAfter(tag: string): string | undefined {
      return tag === "<title>" && isLanding ? title : texts.get(attribute(tag, "data-event"))?.[0];
    },

    filledTag(tag: string): string {
      if (tag.startsWith("<html")) return withAttribute(tag, "data-phase", schedule.phase);
      if (tag.startsWith("<body") && previewMark)
        return `${tag}<p class="page-header" role="note">${previewMark}</p>`;
      if (tag.startsWith("<meta")) {
        const content = metas.get(attribute(tag, "name") || attribute(tag, "property"));
        return isLanding && content ? withAttribute(tag, "content", content) : tag;
      }
      const [, dateTime] = texts.get(attribute(tag, "data-event")) ?? [];
      if (dateTime) return withAttribute(tag, "dateTime", dateTime);
      const value = values.get(attribute(tag, "data-event-value"));
      if (value === undefined) return tag;
      return withAttribute(tag, tag.startsWith("<a") ? "href" : "value", value);
    },
  };
}

function attribute(tag: string, name: string): string {
  const [, rest] = tag.split(` ${name}="`);
  return rest?.slice(0, rest.indexOf('"')) ?? "";
}

/** Changes the value of an attribute. A tag without this attribute stays unchanged. */
function withAttribute(tag: string, name: string, value: string): string {
  const pattern = new RegExp(` ${name}="[^"]*"`);
  return tag.replace(pattern, () => ` ${name}="${escapeHtml(value)}"`);
}

const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

/** Escapes a text for HTML: between two tags, or inside the quotes of an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities.get(character) ?? "");
}
