import { readFileSync } from "node:fs";
import { pictures as say } from "#phrases/pictures.ts";
import type { OriginalCheck } from "./check-original.ts";

/**
 * What a drawing does not need and what could run, load or show something else when it is opened by its address. The
 * name of an element may have a prefix (`svg:script`), and a DOCTYPE may give elements attributes that they do not show.
 */
const forbidden = [
  /<(?:[^\s<>/]*:)?(?:script|handler|foreignObject|iframe|object|embed|audio|video|image|feImage|set|animate\w*)[\s/>]/i,
  /<!(?:ENTITY|ATTLIST|ELEMENT)|<!DOCTYPE[^>]*\[|<\?(?!xml\s)|\/xhtml|\/XML\/1998\/MathML|\/Math\/MathML/i,
  /\son\w+\s*=|javascript:|(?:href|src|base)\s*=\s*["'](?!\s*#)|url\((?!\s*["']?#)|image-set\(|@import/i,
  // An escape of CSS, and a sign of an encoding other than UTF-8, would hide what this check looks for.
  /\\|encoding\s*=\s*["'](?!utf-8["'])/i,
];
const lastCodePoint = 0x10ffff;
/** Control characters other than tabs and line ends: some encodings use them inside of words. */
const controlSigns = /[^\P{Cc}\t\n\r]/u;

/**
 * Says whether an SVG can be published. The page shows it in `<img>`, where no browser runs scripts; this check keeps
 * them out of the file as well.
 */
export function checkLogo(file: string): OriginalCheck {
  const text = readFileSync(file, "utf8");
  const isDrawing = /<svg[\s>]/.test(text) && /<\/svg>\s*$/.test(text);
  if (!isDrawing) return { kind: "refused", sentence: say.broken(file) };
  if (!isPlain(text) || !isPlain(decoded(text)))
    return { kind: "refused", sentence: say.unsafeLogo(file) };
  return /<svg[^>]*\sviewBox=/.test(text)
    ? { kind: "good" }
    : { kind: "refused", sentence: say.logoWithoutSize(file) };
}

function isPlain(text: string): boolean {
  return !controlSigns.test(text) && !forbidden.some((part) => part.test(text));
}

/** Reads letters that are written as numbers: to a browser, `java&#115;cript:` is `javascript:`. */
function decoded(text: string): string {
  return text.replaceAll(/&#(?:x([\da-f]+)|(\d+));/gi, (_, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= lastCodePoint ? String.fromCodePoint(code) : "";
  });
}
