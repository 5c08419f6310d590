import { scheduleId } from "#event/page-schedule.ts";
import { escapeHtml } from "./escape-html.ts";
import { type Filling, type PageWords, pageWords } from "./page-words.ts";

/** A script or style with its content, any other tag, or the text between two tags. */
const tokens = /(<(script|style)\b[^>]*>)(.*?)(<\/\2>)|<[^>]+>|[^<]+/gs;

const structuredDataType = 'type="application/ld+json"';

type Page = { words: PageWords; isLanding: boolean };

/**
 * Puts the state of the event into a built page. Code stays as it is, because the security policy of the page holds the
 * hashes of its scripts and styles.
 */
export function fillPage(html: string, filling: Filling): string {
  // Only the landing page has data for search engines.
  const page = { words: pageWords(filling), isLanding: html.includes(structuredDataType) };
  /** The new text of the element whose tag was read last. */
  let newText: string | undefined;
  return html.replace(tokens, (token, open?: string, _name?: string, content = "", close = "") => {
    const text = newText;
    newText = undefined;
    if (open !== undefined) return open + (dataIn(open, page) ?? content) + close;
    if (!token.startsWith("<")) return text ?? page.words.present(token);
    newText = textAfter(token, page);
    return (text ?? "") + fillTag(token, page);
  });
}

/** The new content of an element with data; undefined for an element with code. */
function dataIn(tag: string, { words }: Page): string | undefined {
  if (tag.includes(structuredDataType)) return words.structuredData();
  return attribute(tag, "id") === scheduleId ? words.schedule : undefined;
}

/** The new text of the element that this tag opens; undefined if the element keeps its text. */
function textAfter(tag: string, { words, isLanding }: Page): string | undefined {
  const isTitle = tag === "<title>" && isLanding;
  const text = isTitle ? words.title : words.texts.get(attribute(tag, "data-event"));
  return text === undefined ? undefined : escapeHtml(text);
}

function fillTag(tag: string, { words, isLanding }: Page): string {
  if (tag.startsWith("<html")) return withAttribute(tag, "data-phase", words.phase);
  if (tag.startsWith("<meta")) return fillMeta(tag, { words, isLanding });
  const value = words.values.get(attribute(tag, "data-event-value"));
  if (value === undefined) return tag;
  return withAttribute(tag, tag.startsWith("<a") ? "href" : "value", value);
}

function fillMeta(tag: string, { words, isLanding }: Page): string {
  const name = attribute(tag, "name") || attribute(tag, "property");
  const content = words.metas.get(name);
  if (content === undefined) return tag;
  return isLanding ? withAttribute(tag, "content", content) : words.present(tag);
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
