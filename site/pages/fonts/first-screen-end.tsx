import { header } from "#content/header.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import loadFont from "#site/inline/load-font.ts?script";
import prepareLanding from "#site/inline/prepare-landing.ts?script";
import atkinson from "./first-screen-atkinson.woff2?inline";
import besley from "./first-screen-besley.woff2?inline";
import headlineBesley from "./headline-besley.woff2?inline";
import headlineLetters from "./headline-letters.txt?raw";
import { inlineFace } from "./inline-fonts.ts";

/** The browser paints nothing before the element with this id has arrived. */
export const firstScreenEndId = "first-screen-end";

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
      <script>{prepareLanding}</script>
      <InlineStyles css={inlineFace("Besley first", headingFont)} media={withoutScript} />
      <script>{loadFont}</script>
      <InlineStyles css={inlineFace("Atkinson first", atkinson)} media={withoutScript} />
      <script>{loadFont}</script>
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
