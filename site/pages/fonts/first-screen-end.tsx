import { header } from "#content/header.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import { setPhaseBeforePaint } from "#site/event/first-paint.ts";
import { detectInvokerCommands } from "#site/ui/dialog/invoker-commands.ts";
import atkinson from "./first-screen-atkinson.woff2?inline";
import besley from "./first-screen-besley.woff2?inline";
import headlineBesley from "./headline-besley.woff2?inline";
import headlineLetters from "./headline-letters.txt?raw";
import { inlineFace, loadInlineFont } from "./inline-fonts.ts";

/** The browser paints nothing before the element with this id has arrived. */
export const firstScreenEndId = "first-screen-end";

/** Lays out the first screen while its fonts are still on their way. With them the browser lays out only the texts again. */
const layOutEarly = "document.body.offsetTop";

/** One script instead of three, because each costs a phone two milliseconds. */
const beforePaint = [detectInvokerCommands, setPhaseBeforePaint, layOutEarly].join(";");
const withoutScript = "(scripting: none)";

const headings = [header.name, hero.headline, launch.currency].join("");
const fits = [...headings].every((letter) => headlineLetters.includes(letter));
/** The smallest font has only the letters of the headings as they were at the last `npm run fonts`. */
const headingFont = fits ? headlineBesley : besley;

/**
 * What has to run before the first paint, the fonts of the first screen, and the styles of what comes after it. The
 * browser reads the first screen while its fonts are still on their way, and the first font while the second is.
 */
export function FirstScreenEnd({ lateCss }: { lateCss: string }) {
  return (
    <>
      <script>{beforePaint}</script>
      <InlineStyles css={inlineFace("Besley first", headingFont)} media={withoutScript} />
      <script>{loadInlineFont.first}</script>
      <InlineStyles css={inlineFace("Atkinson first", atkinson)} media={withoutScript} />
      <script>{loadInlineFont.next}</script>
      <span id={firstScreenEndId} />
      {lateCss && <InlineStyles css={lateCss} />}
    </>
  );
}

/** HTML allows a style element in its body only inside an SVG. There a `<` would begin a tag. */
function InlineStyles({ css, media }: { css: string; media?: string }) {
  return (
    <svg width="0" height="0" aria-hidden="true">
      <style media={media}>{css.replaceAll("<", "\\3c ")}</style>
    </svg>
  );
}
