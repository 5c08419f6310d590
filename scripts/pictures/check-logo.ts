import { readFileSync } from "node:fs";
import { pictures as say } from "#phrases/pictures.ts";
import type { OriginalCheck } from "./check-original.ts";

/** What a drawing does not need and what could run, load or show something else when it is opened by its address. */
const forbidden =
  /<(?:script|foreignObject|iframe|image)|<!ENTITY|<\?xml-stylesheet|\son\w+\s*=|javascript:|(?:href|src)\s*=\s*["'](?!\s*#)|url\((?!\s*["']?#)|@import/i;

/**
 * Says whether an SVG can be published. The page shows it in `<img>`, where no browser runs scripts; this check keeps
 * them out of the file as well.
 */
export function checkLogo(file: string): OriginalCheck {
  const text = readFileSync(file, "utf8");
  const isDrawing = /<svg[\s>]/.test(text) && /<\/svg>\s*$/.test(text);
  if (!isDrawing) return { kind: "refused", sentence: say.broken(file) };
  if (forbidden.test(text)) return { kind: "refused", sentence: say.unsafeLogo(file) };
  return /<svg[^>]*\sviewBox=/.test(text)
    ? { kind: "good" }
    : { kind: "refused", sentence: say.logoWithoutSize(file) };
}
