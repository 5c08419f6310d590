import { googleCalendarUrl } from "#event/calendar.ts";
import type { EventState } from "#event/event-state.ts";
import { withMovedTimes } from "#event/moved-words.ts";
import { jsonInScript, pageSchedule, presentWordings, scheduleId } from "#event/page-schedule.ts";
import { structuredData } from "#event/structured-data.ts";

/** What a page is filled with. A preview shows one phase, which does not go on to the next. */
export type Filling = { state: EventState; siteUrl: string; preview: boolean };

/** A script or style with its content, any other tag, or the text between two tags. */
const tokens = /(<(script|style)\b[^>]*>)(.*?)(<\/\2>)|<[^>]+>|[^<]+/gs;

const structuredDataType = 'type="application/ld+json"';

/**
 * Puts the state of the event into a built page. Code stays as it is, because the security policy of the page holds the
 * hashes of its scripts and styles.
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
    if (!token.startsWith("<")) return text ?? words.present(token);
    const inside = words.textAfter(token);
    newText = inside === undefined ? undefined : escapeHtml(inside);
    return (text ?? "") + words.filledTag(token);
  });
}

/** The words of a page that depend on the state of the event, by the marks that name them. */
function wordsFor({ state, siteUrl, preview }: Filling, isLanding: boolean) {
  const { schedule, times, head, edition } = state;
  const present = (text: string) => withMovedTimes(text, state);
  const [title, description] = [present(head.title), present(head.description)];
  /** The texts of elements, by the name in `data-event`. */
  const texts = new Map([
    ["weekday", state.weekday],
    ["countdown", state.countdown],
    ["until", state.replayUntil],
  ]);
  /** The values of fields and links, by the name in `data-event-value`. */
  const values = new Map([
    ...Object.entries(presentWordings(schedule.phase)),
    ["googleCalendar", googleCalendarUrl({ siteUrl, period: edition, hour: times.hour })],
  ]);
  /** The contents of `<meta>` elements, by name or property. */
  const metas = new Map([
    ["description", description],
    ["og:title", title],
    ["og:description", description],
  ]);

  return {
    /** A text of the built page with the present date and hour. */
    present,

    /** The new content of an element with data; undefined for an element with code. */
    dataIn(tag: string): string | undefined {
      if (tag.includes(structuredDataType)) return jsonInScript(structuredData({ siteUrl, state }));
      if (attribute(tag, "id") !== scheduleId) return undefined;
      return jsonInScript(pageSchedule(state, preview ? "preview" : "server"));
    },

    /** The new text of the element that this tag opens; undefined if the element keeps its text. */
    textAfter(tag: string): string | undefined {
      return tag === "<title>" && isLanding ? title : texts.get(attribute(tag, "data-event"));
    },

    filledTag(tag: string): string {
      if (tag.startsWith("<html")) return withAttribute(tag, "data-phase", schedule.phase);
      if (tag.startsWith("<meta")) {
        const content = metas.get(attribute(tag, "name") || attribute(tag, "property"));
        if (content === undefined) return tag;
        return isLanding ? withAttribute(tag, "content", content) : present(tag);
      }
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

/** Changes an attribute that the tag has. */
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
