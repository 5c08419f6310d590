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

// These fonts are written into the HTML of the pages. `npm run fonts` makes their files.

/** The browser paints nothing before the element with the first id has arrived; without script, with the second. */
export const firstScreenEndId = "first-screen-end";
export const firstScreenFontsId = "first-screen-fonts";

const headings = fill([header.name, hero.headline, launch.currency].join(""), planned);
const fits = [...headings].every((letter) => headlineLetters.includes(letter));
/**
 * The smallest font has only the letters of the headings as they were at the last `npm run fonts`. It comes with the styles
 * of the first screen.
 */
export const headingFace = inlineFace("Besley first", fits ? headlineBesley : besley);

/**
 * What has to run before the first paint. Behind it come the font of the texts, which are painted in a fallback font of the
 * same size first, and the styles of what follows. All of it, with the headers of the response, would be more than a server
 * may send at once on a new connection (decision 0020).
 */
export function FirstScreenEnd({ lateCss }: { lateCss: string }) {
  const css = inlineFace("Atkinson first", atkinson) + lateCss;
  return (
    <>
      <script>{prepareLanding}</script>
      <span id={firstScreenEndId} />
      {/* HTML allows a style element in its body only inside an SVG. There a `<` would begin a tag. */}
      <svg width="0" height="0" aria-hidden="true">
        <style>{css.replaceAll("<", "\\3c ")}</style>
      </svg>
      <script>{firstScreenFont}</script>
      <span id={firstScreenFontsId} />
    </>
  );
}

/** The fonts of every page but the landing page, for its head: `other-page.ts` loads them. */
export function OtherPageFonts() {
  return (
    <>
      <style data-font>{inlineFace("Besley first", otherBesley)}</style>
      <style data-font>{inlineFace("Atkinson first", otherAtkinson)}</style>
    </>
  );
}

/** A font in the styles of a page, for a visit without script. The font is a `data:` URL. */
function inlineFace(family: string, url: string): string {
  return `@media (scripting:none){@font-face{font-family:"${family}";src:url(${url});font-weight:400 700}}`;
}
