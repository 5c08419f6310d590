import { fill, planned } from "#content/filled.ts";
import { header } from "#content/header.ts";
import { hero } from "#content/hero.ts";
import { launch } from "#content/launch.ts";
import firstScreenFont from "#site/inline/first-screen-font.ts?script";
import prepareLanding from "#site/inline/prepare-landing.ts?script";
import atkinson from "./first-screen-atkinson.woff2?inline";
import besley from "./first-screen-besley.woff2?inline";
import headlineBesley from "./headline-besley.woff2?inline";
import headlineLetters from "./headline-letters.txt?raw";
import otherAtkinson from "./other-pages-atkinson.woff2?inline";
import otherBesley from "./other-pages-besley.woff2?inline";

// The fonts in this folder are written into the HTML of the pages. `npm run fonts` makes their files.

/** The browser paints nothing before the element with the first id has arrived; without script, with the second id. */
export const firstScreenEndId = "first-screen-end";
export const firstScreenFontsId = "first-screen-fonts";

const headings = fill([header.name, hero.headline, launch.currency].join(""), planned);
const fits = [...headings].every((letter) => headlineLetters.includes(letter));
/**
 * The font of the headings. The smallest file has only the letters that the headings had at the last `npm run fonts`;
 * if they have other letters now, a larger file is used. The font is in the styles of the first screen.
 */
export const headingFace = inlineFace("Besley first", fits ? headlineBesley : besley);

/**
 * The script that must run before the first paint; after it, the font of the texts, which are first painted in a
 * fallback font of the same size, and the styles of the later sections. All this together, with the headers of the
 * response, is more than a server may send at once on a new connection (decision 0020).
 */
export function FirstScreenEnd({ lateCss }: { lateCss: string }) {
  const css = inlineFace("Atkinson first", atkinson) + lateCss;
  return (
    <>
      <script>{prepareLanding}</script>
      <span id={firstScreenEndId} />
      {/*
       * HTML allows a style element in its body only inside an SVG. In an SVG a `<` in the styles would begin a tag, so
       * it is escaped.
       */}
      <svg width="0" height="0" aria-hidden="true">
        <style>{css.replaceAll("<", "\\3c ")}</style>
      </svg>
      <script>{firstScreenFont}</script>
      <span id={firstScreenFontsId} />
    </>
  );
}

/** The fonts of every page except the landing page, for the head of the page: `other-page.ts` loads them. */
export function OtherPageFonts() {
  return (
    <>
      <style data-font>{inlineFace("Besley first", otherBesley)}</style>
      <style data-font>{inlineFace("Atkinson first", otherAtkinson)}</style>
    </>
  );
}

/** A font as a `data:` URL in the styles of a page. The browser uses this rule only without script. */
function inlineFace(family: string, url: string): string {
  return `@media (scripting:none){@font-face{font-family:"${family}";src:url(${url});font-weight:400 700}}`;
}
