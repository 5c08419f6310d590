import { isAfter, phases } from "#event/phase.ts";

/** A tag of HTML, or the text between two tags. */
const tokens = /<(\/?)([a-z][a-z0-9]*)([^>]*?)(\/?)>|[^<]+/gi;

const unseen = /<(style|script|title)\b[^>]*>.*?<\/\1>|<!--.*?-->/gs;

/** The words that CSS shows in the phase of the page's `<html>`, as a visitor without script reads them. */
export function visibleText(html: string): string {
  const written = /<html[^>]* data-phase="(\w+)"/.exec(html)?.[1];
  const phase = phases.find((name) => name === written) ?? "before";
  const shown = [phase, isAfter(phase) ? "after" : "open"];
  let text = "";
  /** The number of open elements from the outermost hidden one on; zero outside a hidden element. */
  let hidden = 0;
  for (const [token, slash, name, attributes = "", selfClosing] of html
    .replace(unseen, "")
    .replace(/<!doctype[^>]*>/i, "")
    .matchAll(tokens)) {
    const isText = name === undefined;
    if (isText && hidden === 0) text += token;
    if (isText || selfClosing) continue;
    const phases = / data-in="([^"]*)"/.exec(attributes)?.[1]?.split(" ");
    const hides = phases !== undefined && !phases.some((one) => shown.includes(one));
    if (slash) hidden = Math.max(hidden - 1, 0);
    else if (hidden > 0 || hides) hidden += 1;
  }
  return plainText(text);
}

/** A text of HTML in which its five entities are replaced by their characters. */
export function plainText(html: string): string {
  return html.replace(/&(?:amp|quot|lt|gt|#x27);/g, (entity) => entities.get(entity) ?? "");
}

const entities = new Map([
  ["&amp;", "&"],
  ["&quot;", '"'],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&#x27;", "'"],
]);
